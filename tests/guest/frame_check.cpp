// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
// Takes frames from a camera in format after format, and holds what became of them to the reference, to the bytes that
// another program captured, and to what the first format of its kind showed: the driver makes the luma of formats
// without color by another rule than that of the others. One line a format; exit code 1 where one is wrong.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "drivers/camera/open_source.h"
#include "kernels/first_difference.h"
#include "kernels/pipelines.h"

namespace sobelcam {
namespace {

constexpr const char* kUsage =
    "Usage: frame_check formats\n"
    "       frame_check NODE IO WIDTHxHEIGHT RAW-FOLDER FOURCC...\n"
    "RAW-FOLDER/FOURCC.raw: what another program captured of the same still picture.\n";
constexpr int kFrames = 3;
constexpr std::chrono::seconds kFrameWithin{20};

struct Wanted {
  std::string node;
  CameraIo io = CameraIo::kAuto;
  v4l2::FrameSize size;
  std::string raw_folder;
};

using Gray = std::vector<float>;

std::unique_ptr<FrameSource> open(const Wanted& wanted, const std::string& fourcc) {
  SourceOptions options;
  options.delivery = Delivery::kEvery;
  options.camera.size = wanted.size;
  options.camera.format = fourcc;
  options.camera.io = wanted.io;
  auto opened = open_source(V4l2Spec{wanted.node}, options);
  if (const auto* fault = std::get_if<SourceFault>(&opened)) {
    throw std::runtime_error(fault->message);
  }
  return std::get<std::unique_ptr<FrameSource>>(std::move(opened));
}

Frame next_frame(FrameSource& source) {
  SourceEvent event = source.next(std::chrono::steady_clock::now() + kFrameWithin);
  if (const auto* fault = std::get_if<SourceFault>(&event)) {
    throw std::runtime_error(fault->message);
  }
  if (!std::holds_alternative<Frame>(event)) {
    throw std::runtime_error("no frame within " + std::to_string(kFrameWithin.count()) + " s");
  }
  return std::get<Frame>(std::move(event));
}

EdgeResult process(EdgePipeline& pipeline, const Frame& frame) {
  auto result = pipeline.process(Frame::borrowing(frame.view(), frame.stamp()), {PlaneSet::all(), false, false});
  if (!result) {
    throw std::runtime_error("the pipeline dropped the frame");
  }
  return std::move(*result);
}

bool same_rows(const std::uint8_t* ours, std::size_t our_stride, const std::uint8_t* theirs, std::size_t their_stride,
               std::size_t bytes, std::size_t rows) {
  for (std::size_t y = 0; y < rows; ++y) {
    if (!std::equal(ours + y * our_stride, ours + y * our_stride + bytes, theirs + y * their_stride)) {
      return false;
    }
  }
  return true;
}

/// The frame's samples against a file of them without padding.
void compare_with_file(const FrameView& frame, const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const FrameLayout& layout = frame.layout;
  const std::size_t row = row_bytes(layout.format, layout.width);
  const FrameLayout packed = contiguous_layout(layout.format, layout.range, layout.width, layout.height, row);
  if (bytes.size() < layout_bytes(packed)) {
    throw std::runtime_error(path + " has " + std::to_string(bytes.size()) + " bytes");
  }
  const FrameView raw{reinterpret_cast<const std::uint8_t*>(bytes.data()), packed};
  bool same = same_rows(frame.data, layout.stride, raw.data, packed.stride, row, layout.height);
  const Chroma chroma = traits(layout.format).chroma;
  if (chroma == Chroma::kInterleaved420 || chroma == Chroma::kInterleaved422 || chroma == Chroma::kPlanar420) {
    const std::size_t rows = chroma == Chroma::kInterleaved422 ? layout.height : (layout.height + 1) / 2;
    const std::size_t chroma_row = (layout.width + 1) / 2 * (chroma == Chroma::kPlanar420 ? 1 : 2);
    same = same && same_rows(frame.chroma_row(0), layout.chroma_stride, raw.chroma_row(0), packed.chroma_stride,
                             chroma_row, rows);
    if (chroma == Chroma::kPlanar420) {
      same = same && same_rows(frame.second_chroma_row(0), layout.chroma_stride, raw.second_chroma_row(0),
                               packed.chroma_stride, chroma_row, rows);
    }
  }
  if (!same) {
    throw std::runtime_error("the frame is not what " + path + " holds");
  }
}

Gray copy(ImageView<const float> plane) {
  Gray gray;
  for (std::uint32_t y = 0; y < plane.height; ++y) {
    gray.insert(gray.end(), plane.row(y), plane.row(y) + plane.width);
  }
  return gray;
}

double mean_difference(const Gray& a, const Gray& b) {
  if (a.size() != b.size()) {
    throw std::runtime_error("the frame has another size than the first format's");
  }
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += static_cast<double>(std::abs(a[i] - b[i]));
  }
  return sum / static_cast<double>(a.size());
}

/// Throws what is wrong; gives the gray of the last frame.
Gray check_format(const Wanted& wanted, const std::string& fourcc) {
  const auto source = open(wanted, fourcc);
  PipelineOptions options;
  options.threads = 1;
  const auto reference = choose_pipeline("reference").make(options);
  const auto cpu = choose_pipeline("cpu").make(options);
  std::optional<std::uint64_t> last_sequence;
  Gray gray;
  for (int i = 0; i < kFrames; ++i) {
    const Frame frame = next_frame(*source);
    const std::string_view got = sobelcam::fourcc(frame.layout().format);
    if (got != fourcc || frame.layout().width != wanted.size.width || frame.layout().height != wanted.size.height) {
      throw std::runtime_error("the frame is " + std::string(got) + " " + std::to_string(frame.layout().width) + "x" +
                               std::to_string(frame.layout().height));
    }
    if (last_sequence && frame.stamp().sequence <= *last_sequence) {
      throw std::runtime_error("sequence number " + std::to_string(frame.stamp().sequence) + " after " +
                               std::to_string(*last_sequence));
    }
    last_sequence = frame.stamp().sequence;
    compare_with_file(frame.view(), wanted.raw_folder + "/" + fourcc + ".raw");
    const EdgeResult expected = process(*reference, frame);
    if (const auto difference = first_difference(expected, process(*cpu, frame))) {
      throw std::runtime_error(describe(*difference));
    }
    gray = copy(expected.gray());
  }
  return gray;
}

bool is_luma_alone(std::string_view fourcc) {
  const auto* format = std::find_if(kFormats.begin(), kFormats.end(),
                                    [&](const FormatTraits& traits) { return traits.fourcc == fourcc; });
  return format != kFormats.end() && format->chroma == Chroma::kNone &&
         (format->samples == Samples::kLuma8 || format->samples == Samples::kLuma16);
}

int check(const Wanted& wanted, std::span<char*> fourccs) {
  std::map<bool, Gray> first;
  int wrong = 0;
  for (const char* fourcc : fourccs) {
    try {
      const Gray gray = check_format(wanted, fourcc);
      const Gray& yardstick = first.try_emplace(is_luma_alone(fourcc), gray).first->second;
      std::printf("%s equal, gray off by %.2f\n", fourcc, mean_difference(gray, yardstick));
    } catch (const std::exception& error) {
      ++wrong;
      std::printf("%s wrong: %s\n", fourcc, error.what());
    }
    std::fflush(stdout);
  }
  return wrong == 0 ? 0 : 1;
}

int run(std::span<char*> arguments) {
  if (arguments.size() == 2 && std::string_view(arguments[1]) == "formats") {
    for (const FormatTraits& format : kFormats) {
      std::printf("%s%s\n", std::string(format.fourcc).c_str(), is_bayer(format.format) ? " bayer" : "");
    }
    return 0;
  }
  Wanted wanted;
  if (arguments.size() < 6 || !camera_io(arguments[2]) ||
      std::sscanf(arguments[3], "%ux%u", &wanted.size.width, &wanted.size.height) != 2) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  wanted.node = arguments[1];
  wanted.io = *camera_io(arguments[2]);
  wanted.raw_folder = arguments[4];
  return check(wanted, arguments.subspan(5));
}

}  // namespace
}  // namespace sobelcam

int main(int argc, char** argv) {
  return sobelcam::run({argv, static_cast<std::size_t>(argc)});
}
