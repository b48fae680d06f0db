// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/y4m_media.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "drivers/camera/y4m_header.h"

namespace sobelcam {
namespace {

constexpr std::size_t kMaxLine = 1024;
constexpr std::size_t kBlock = std::size_t{64} << 10U;
constexpr std::string_view kFrameMagic = "FRAME";

/// The line at an offset, without its line feed; nothing where it does not end within the limit.
std::optional<std::string> read_line(const InputFile& file, std::uint64_t offset) {
  std::array<std::byte, kMaxLine> bytes{};
  const auto read = file.read_at(offset, bytes);
  const auto* begin = bytes.begin();
  const auto* end = begin + read.bytes;
  const auto* feed = std::find(begin, end, std::byte{'\n'});
  if (feed == end) {
    return std::nullopt;
  }
  std::string line;
  std::transform(begin, feed, std::back_inserter(line), [](std::byte b) { return static_cast<char>(b); });
  return line;
}

/// The rows of one plane from top to bottom, read many at a time.
class PlaneRows {
 public:
  PlaneRows(const InputFile& file, std::uint64_t offset, std::uint32_t width, std::uint32_t height)
      : file_(file), offset_(offset), width_(width), left_(height) {}

  /// Nothing where the file ends before the row does.
  const std::uint8_t* next() {
    if (at_ == block_.size() && !fill()) {
      return nullptr;
    }
    return std::exchange(at_, at_ + width_) + block_.data();
  }

 private:
  bool fill() {
    const std::size_t rows = std::min<std::size_t>(left_, std::max<std::size_t>(1, kBlock / width_));
    block_.resize(rows * width_);
    at_ = 0;
    const auto read = file_.read_at(offset_, std::as_writable_bytes(std::span(block_)));
    offset_ += block_.size();
    left_ -= static_cast<std::uint32_t>(rows);
    return read.bytes == block_.size();
  }

  const InputFile& file_;
  std::uint64_t offset_;
  std::size_t width_;
  std::uint32_t left_;
  std::vector<std::uint8_t> block_;
  std::size_t at_ = 0;
};

class Y4mMedia final : public ReplayMedia {
 public:
  Y4mMedia(InputFile file, const Y4mHeader& header, std::uint64_t first_frame)
      : file_(std::move(file)),
        header_(header),
        layout_(frame_layout(header)),
        first_frame_(first_frame),
        next_frame_(first_frame),
        size_(file_.size()) {}

  MediaStep advance() override;
  std::optional<SourceFault> read_into(MutableFrameView target) override;
  bool skip() override { return !std::holds_alternative<MediaEnd>(advance()); }
  std::optional<SourceFault> rewind() override;
  std::string description() const override;

 private:
  static FrameLayout frame_layout(const Y4mHeader& header);
  SourceFault bad_frame(const std::string& words) const;
  bool read_luma_plane(MutableFrameView target) const;
  bool read_nv12_chroma(MutableFrameView target) const;
  bool read_yuyv(MutableFrameView target) const;

  PlaneRows luma_rows() const { return {file_, pixels_, header_.width, header_.height}; }
  /// 0 is U, 1 is V.
  PlaneRows chroma_rows(unsigned plane) const {
    const std::uint64_t luma_bytes = std::uint64_t{header_.width} * header_.height;
    const std::uint64_t chroma_bytes = std::uint64_t{header_.chroma_width()} * header_.chroma_height();
    return {file_, pixels_ + luma_bytes + plane * chroma_bytes, header_.chroma_width(), header_.chroma_height()};
  }

  InputFile file_;
  Y4mHeader header_;
  FrameLayout layout_;
  std::uint64_t first_frame_;  ///< offset of the first FRAME line
  std::uint64_t next_frame_;   ///< offset of the next one
  std::uint64_t size_;
  std::uint64_t pixels_ = 0;  ///< offset of the current picture's luma
  std::uint64_t number_ = 0;  ///< of the current picture, counted from 1
};

FrameLayout Y4mMedia::frame_layout(const Y4mHeader& header) {
  const PixelFormat format = header.chroma == Y4mChroma::k420    ? PixelFormat::kNv12
                             : header.chroma == Y4mChroma::kMono ? PixelFormat::kGrey
                                                                 : PixelFormat::kYuyv;
  return aligned_layout(format, header.range, header.width, header.height);
}

SourceFault Y4mMedia::bad_frame(const std::string& words) const {
  return {SourceFaultKind::kBadFrame,
          file_.path().filename().string() + " frame " + std::to_string(number_) + ": " + words};
}

MediaStep Y4mMedia::advance() {
  if (next_frame_ >= size_) {
    return MediaEnd{};
  }
  ++number_;
  const auto line = read_line(file_, next_frame_);
  // Without this FRAME line nobody knows where the next one is: the pass ends behind a broken one.
  const std::uint64_t begin = std::exchange(next_frame_, size_);
  if (!line || !line->starts_with(kFrameMagic) || (line->size() > kFrameMagic.size() && line->at(5) != ' ')) {
    return bad_frame("no FRAME line at byte " + std::to_string(begin));
  }
  pixels_ = begin + line->size() + 1;
  if (header_.frame_bytes() > size_ - pixels_) {
    return bad_frame("truncated: " + std::to_string(size_ - pixels_) + " of " + std::to_string(header_.frame_bytes()) +
                     " bytes are there");
  }
  next_frame_ = pixels_ + header_.frame_bytes();
  return layout_;
}

std::optional<SourceFault> Y4mMedia::read_into(MutableFrameView target) {
  const bool whole =
      layout_.format == PixelFormat::kYuyv
          ? read_yuyv(target)
          : read_luma_plane(target) && (layout_.format == PixelFormat::kGrey || read_nv12_chroma(target));
  return whole ? std::nullopt : std::optional(bad_frame("cannot be read: the file has shrunk or its disk fails"));
}

bool Y4mMedia::read_luma_plane(MutableFrameView target) const {
  // Rows without padding lie in memory as they lie in the file.
  const bool at_once = target.layout.stride == header_.width;
  const std::size_t bytes = at_once ? std::size_t{header_.width} * header_.height : header_.width;
  for (std::uint32_t y = 0; y < (at_once ? 1 : header_.height); ++y) {
    const std::span pixels(target.row(y), bytes);
    if (file_.read_at(pixels_ + std::uint64_t{y} * header_.width, std::as_writable_bytes(pixels)).bytes != bytes) {
      return false;
    }
  }
  return true;
}

bool Y4mMedia::read_nv12_chroma(MutableFrameView target) const {
  PlaneRows u_rows = chroma_rows(0);
  PlaneRows v_rows = chroma_rows(1);
  for (std::uint32_t y = 0; y < header_.chroma_height(); ++y) {
    const std::uint8_t* u = u_rows.next();
    const std::uint8_t* v = v_rows.next();
    if (u == nullptr || v == nullptr) {
      return false;
    }
    std::uint8_t* row = target.chroma_row(y);
    for (std::size_t x = 0; x < header_.chroma_width(); ++x) {
      row[2 * x] = u[x];
      row[2 * x + 1] = v[x];
    }
  }
  return true;
}

/// The chroma of the pair of pixels at 2 * pair.
std::uint8_t pair_chroma(const std::uint8_t* row, std::size_t pair, const Y4mHeader& header) {
  if (header.chroma == Y4mChroma::k422) {
    return row[pair];
  }
  const std::size_t left = 2 * pair;
  const std::size_t right = std::min<std::size_t>(left + 1, header.width - 1);
  return static_cast<std::uint8_t>((row[left] + row[right] + 1) / 2);
}

bool Y4mMedia::read_yuyv(MutableFrameView target) const {
  PlaneRows y_rows = luma_rows();
  PlaneRows u_rows = chroma_rows(0);
  PlaneRows v_rows = chroma_rows(1);
  for (std::uint32_t y = 0; y < header_.height; ++y) {
    const std::uint8_t* luma = y_rows.next();
    const std::uint8_t* u = u_rows.next();
    const std::uint8_t* v = v_rows.next();
    if (luma == nullptr || u == nullptr || v == nullptr) {
      return false;
    }
    std::uint8_t* row = target.row(y);
    for (std::size_t x = 0; x < header_.width; ++x) {
      row[2 * x] = luma[x];
      row[2 * x + 1] = pair_chroma(x % 2 == 0 ? u : v, x / 2, header_);
    }
  }
  return true;
}

std::optional<SourceFault> Y4mMedia::rewind() {
  next_frame_ = first_frame_;
  number_ = 0;
  size_ = file_.size();
  return std::nullopt;
}

std::string Y4mMedia::description() const {
  return file_.path().string() + " (" + std::to_string(header_.width) + "x" + std::to_string(header_.height) + " " +
         std::string(fourcc(layout_.format)) + ", " + std::string(name(header_.range)) + " range)";
}

}  // namespace

OpenedMedia open_y4m_media(InputFile file) {
  const auto line = read_line(file, 0);
  if (!line) {
    return SourceFault{SourceFaultKind::kUnsupported, file.path().string() + ": its YUV4MPEG2 header does not end"};
  }
  auto header = parse_y4m_header(*line);
  if (const auto* fault = std::get_if<ImageFault>(&header)) {
    return SourceFault{SourceFaultKind::kUnsupported, file.path().string() + ": " + fault->message};
  }
  return std::make_unique<Y4mMedia>(std::move(file), std::get<Y4mHeader>(header), line->size() + 1);
}

}  // namespace sobelcam
