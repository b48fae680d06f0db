// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/verify/compare.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <ostream>
#include <stdexcept>

#include "drivers/files/printable.h"
#include "kernels/edge_spec.h"
#include "kernels/first_difference.h"
#include "tools/sobelcam/formatted.h"
#include "tools/sobelcam/verify/plane_file.h"

namespace sobelcam::tool {
namespace {

/// What a foreign chain with our taps may be off by: the roundings that another order of additions makes, and a factor
/// of two or three over what was seen.
struct Bounds {
  const char* stage;
  double largest;
  double share;  ///< of the values, that may differ at all
};
constexpr std::array kBounds{Bounds{"gray", 6.2e-5, 1}, Bounds{"blur", 2e-4, 1}, Bounds{"magnitude", 1e-3, 1},
                             Bounds{"edges", 1, 1e-4}};

struct Distances {
  double largest = 0;
  double mean = 0;
  double psnr = std::numeric_limits<double>::infinity();  ///< in dB, of 255
  std::uint64_t different = 0;
  std::uint64_t total = 0;
};

template <typename Pixel>
Distances distances(ImageView<const Pixel> expected, ImageView<const Pixel> actual) {
  Distances found;
  double sum = 0;
  double squares = 0;
  for (std::uint32_t y = 0; y < expected.height; ++y) {
    for (std::uint32_t x = 0; x < expected.width; ++x) {
      const double apart = std::fabs(static_cast<double>(expected.row(y)[x]) - static_cast<double>(actual.row(y)[x]));
      // A value that is no number is infinitely far from every one.
      const double counted = std::isnan(apart) ? std::numeric_limits<double>::infinity() : apart;
      found.largest = std::max(found.largest, counted);
      found.different += counted != 0 ? 1 : 0;
      sum += counted;
      squares += counted * counted;
    }
  }
  found.total = std::uint64_t{expected.width} * expected.height;
  found.mean = sum / static_cast<double>(found.total);
  const double peak = spec::kWhite;
  found.psnr = 10 * std::log10(peak * peak * static_cast<double>(found.total) / squares);
  return found;
}

/// Bins of two edge maps: a pixel that differs moves from one bin to another.
std::uint64_t histogram_distance(ImageView<const std::uint8_t> expected, ImageView<const std::uint8_t> actual) {
  std::array<std::int64_t, 256> balance{};
  for (std::uint32_t y = 0; y < expected.height; ++y) {
    for (std::uint32_t x = 0; x < expected.width; ++x) {
      ++balance.at(expected.row(y)[x]);
      --balance.at(actual.row(y)[x]);
    }
  }
  std::uint64_t sum = 0;
  for (const std::int64_t count : balance) {
    sum += static_cast<std::uint64_t>(std::abs(count));
  }
  return sum;
}

const Bounds* find_bounds(const std::string& name) {
  for (const Bounds& bounds : kBounds) {
    if (name.find(bounds.stage) != std::string::npos) {
      return &bounds;
    }
  }
  return nullptr;
}

template <typename Pixel>
const Bounds& bounds_of(const CompareOptions& options) {
  if (!options.stage.empty()) {
    if (const Bounds* bounds = find_bounds(options.stage); bounds != nullptr && options.stage == bounds->stage) {
      return *bounds;
    }
    throw std::invalid_argument("--stage '" + options.stage + "': gray, blur, magnitude or edges is accepted");
  }
  if constexpr (sizeof(Pixel) == 1) {
    return kBounds.back();
  }
  for (const auto& path : {options.expected, options.actual}) {
    if (const Bounds* bounds = find_bounds(path.filename().string())) {
      return *bounds;
    }
  }
  throw std::invalid_argument("which stage these planes are, their names do not tell: give --stage");
}

template <typename Pixel>
bool within_bounds(const CompareOptions& options, const Distances& found, std::ostream& out) {
  const Bounds& bounds = bounds_of<Pixel>(options);
  const auto may_differ = static_cast<std::uint64_t>(bounds.share * static_cast<double>(found.total));
  out << "demanded of " << bounds.stage << ": at most " << formatted("%.3g", bounds.largest) << " apart, at most "
      << may_differ << " values\n";
  return found.largest <= bounds.largest && found.different <= may_differ;
}

template <typename Pixel>
ExitCode compare_planes(const CompareOptions& options, const Image<Pixel>& expected, const Image<Pixel>& actual,
                        std::ostream& out) {
  const auto difference = first_difference("plane", expected.view(), actual.view());
  if (!difference) {
    out << "EQUAL in every bit\n";
    return kOk;
  }
  if (difference->plane == "size") {
    out << describe(*difference) << "\nDIFFERENT\n";
    return kDifferent;
  }
  const Distances found = distances(expected.view(), actual.view());
  out << found.different << " of " << found.total << " values differ; largest "
      << formatted("%.6g, mean %.6g, PSNR %.2f dB", found.largest, found.mean, found.psnr) << "\n";
  if constexpr (sizeof(Pixel) == 1) {
    out << "histograms are " << histogram_distance(expected.view(), actual.view()) << " counts apart\n";
  }
  if (options.other_taps) {
    out << "NOT JUDGED: other taps give other pictures\n";
    return kOk;
  }
  if (options.contract == "tolerant" && within_bounds<Pixel>(options, found, out)) {
    out << "WITHIN BOUNDS\n";
    return kOk;
  }
  out << describe(*difference) << "DIFFERENT\n";
  return kDifferent;
}

PlaneFile read(const std::filesystem::path& path) {
  try {
    return read_plane(path);
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(path.string() + ": " + error.what());
  }
}

}  // namespace

ExitCode compare(const CompareOptions& options, std::ostream& out, std::ostream& errors) {
  try {
    const PlaneFile expected = read(options.expected);
    const PlaneFile actual = read(options.actual);
    if (expected.index() != actual.index()) {
      throw std::runtime_error("one is of float32, the other of uint8: compare the same stage of both");
    }
    if (const auto* plane = std::get_if<Image<float>>(&expected)) {
      return compare_planes(options, *plane, std::get<Image<float>>(actual), out);
    }
    return compare_planes(options, std::get<Image<std::uint8_t>>(expected), std::get<Image<std::uint8_t>>(actual), out);
  } catch (const std::exception& error) {
    errors << "sobelcam: " << printable(error.what()) << "\n";
    return kBadInput;
  }
}

}  // namespace sobelcam::tool
