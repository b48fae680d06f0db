// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/choose_mode.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include "drivers/camera/v4l2/known_formats.h"

namespace sobelcam::v4l2 {
namespace {

/// NTSC's 29.97 is what one means by 30.
constexpr double kReached = 0.99;

struct Candidate {
  const CameraFormat* format = nullptr;
  FrameSize size;
  FrameInterval interval;

  bool reaches(double fps) const { return interval.numerator == 0 || interval.fps() >= fps * kReached; }
};

std::uint32_t into(std::uint32_t value, std::uint32_t least, std::uint32_t most, std::uint32_t step) {
  const std::uint32_t inside = std::clamp(value, least, std::max(least, most));
  const std::uint32_t grid = std::max(step, 1U);
  return least + (inside - least) / grid * grid;
}

FrameSize nearest(const SizeRange& range, const FrameSize& wanted) {
  return {into(wanted.width, range.smallest.width, range.largest.width, range.step.width),
          into(wanted.height, range.smallest.height, range.largest.height, range.step.height)};
}

std::uint64_t distance(const FrameSize& a, const FrameSize& b) {
  const auto side = [](std::uint32_t x, std::uint32_t y) { return static_cast<std::uint64_t>(x > y ? x - y : y - x); };
  return side(a.width, b.width) + side(a.height, b.height);
}

/// The slowest rate that reaches the wanted one, else the fastest; 0/0 where none is listed.
FrameInterval best_interval(const std::vector<IntervalRange>& ranges, double fps) {
  FrameInterval best;
  const auto better = [&](const FrameInterval& a, const FrameInterval& b) {
    const bool a_reaches = a.fps() >= fps * kReached;
    const bool b_reaches = b.fps() >= fps * kReached;
    return a_reaches != b_reaches ? a_reaches : a_reaches ? a.fps() < b.fps() : a.fps() > b.fps();
  };
  const auto offer = [&](const FrameInterval& interval) {
    if (interval.numerator != 0 && interval.denominator != 0 && (best.numerator == 0 || better(interval, best))) {
      best = interval;
    }
  };
  for (const IntervalRange& range : ranges) {
    offer(range.shortest);
    offer(range.longest);
    constexpr double kThousandths = 1000;
    if (range.shortest.fps() > fps && range.longest.fps() < fps) {
      offer({static_cast<std::uint32_t>(kThousandths), static_cast<std::uint32_t>(fps * kThousandths)});
    }
  }
  return best;
}

std::vector<Candidate> candidates(const CameraModes& modes, const WantedMode& wanted, const FrameSize& size,
                                  double fps) {
  std::vector<Candidate> all;
  for (const CameraFormat& format : modes.formats) {
    if (format.decoding == Decoding::kNone || (!wanted.format.empty() && format.name != wanted.format)) {
      continue;
    }
    for (const SizeRange& range : format.sizes) {
      all.push_back({&format, nearest(range, size), best_interval(range.intervals, fps)});
    }
    if (format.sizes.empty()) {
      all.push_back({&format, wanted.size.value_or(FrameSize{}), {}});
    }
  }
  return all;
}

auto rank(const Candidate& candidate, const FrameSize& size, double fps) {
  const bool any_size = candidate.size == FrameSize{};
  const bool reaches = candidate.reaches(fps);
  return std::tuple(any_size ? 0 : distance(candidate.size, size), !reaches, reaches ? 0 : -candidate.interval.fps(),
                    cost(candidate.format->decoding, candidate.format->pixels), candidate.interval.fps());
}

std::string offered(const CameraModes& modes) {
  std::vector<std::string> names;
  for (const CameraFormat& format : modes.formats) {
    names.push_back(format.name);
    names.back() += format.decoding == Decoding::kNone ? " (not decoded)" : "";
  }
  return names.empty() ? "none" : joined(names);
}

std::string refusal(const CameraModes& modes, const std::string& format) {
  if (format.empty()) {
    return "the camera sends no format that is decoded here; it offers " + offered(modes);
  }
  const bool known = std::any_of(modes.formats.begin(), modes.formats.end(),
                                 [&](const CameraFormat& listed) { return listed.name == format; });
  return "the camera's format " + format + (known ? " is not decoded here" : " does not exist") + "; it offers " +
         offered(modes) + ": leave --format out or name another one";
}

/// "YUYV (10 fps)" of the cheaper formats that lost to `chosen` by their rate.
std::string slower_ones(const std::vector<Candidate>& all, const Candidate& chosen, double fps) {
  std::vector<std::string> names;
  for (const Candidate& other : all) {
    if (other.size == chosen.size && !other.reaches(fps) &&
        cost(other.format->decoding, other.format->pixels) < cost(chosen.format->decoding, chosen.format->pixels)) {
      names.push_back(other.format->name + " (" + fps_name(other.interval.fps()) + " fps)");
    }
  }
  return joined(names);
}

std::string sentence(const std::vector<Candidate>& all, const Candidate& chosen, const WantedMode& wanted, double fps) {
  std::string words = chosen.format->name;
  if (chosen.size != FrameSize{}) {
    words += ' ';
    words += name(chosen.size);
  }
  if (chosen.interval.numerator != 0) {
    words += " at " + fps_name(chosen.interval.fps()) + " fps";
  }
  words += ": ";
  const std::string slower = slower_ones(all, chosen, fps);
  if (!chosen.reaches(fps)) {
    words += "the fastest at this size, though below " + fps_name(fps) + " fps";
  } else if (!wanted.format.empty()) {
    words += "the format that was asked for";
  } else if (!slower.empty()) {
    words += "cheaper formats are too slow at this size: " + slower;
  } else {
    words += "the cheapest format at this size and rate";
  }
  if (wanted.size && chosen.size != FrameSize{} && chosen.size != *wanted.size) {
    words += "; the camera has no " + name(*wanted.size) + ", and this is the nearest";
  }
  return words;
}

}  // namespace

std::variant<ChosenMode, std::string> choose_mode(const CameraModes& modes, const WantedMode& wanted) {
  const FrameSize size = wanted.size.value_or(wanted.native);
  const double fps = wanted.fps.value_or(kAimedFps);
  const std::vector<Candidate> all = candidates(modes, wanted, size, fps);
  const auto best = std::min_element(all.begin(), all.end(), [&](const Candidate& a, const Candidate& b) {
    return rank(a, size, fps) < rank(b, size, fps);
  });
  if (best == all.end()) {
    return refusal(modes, wanted.format);
  }
  return ChosenMode{best->format->fourcc, best->format->decoding, best->format->pixels,
                    best->size,           best->interval,         sentence(all, *best, wanted, fps)};
}

}  // namespace sobelcam::v4l2
