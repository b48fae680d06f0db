// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// The stages of SPEC.md on one row of a tile. Each writes up to kLanes - 1 floats more than `count`.

#if defined(SOBELCAM_KERNELS_CPU_ROWS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SOBELCAM_KERNELS_CPU_ROWS_INL_H
#undef SOBELCAM_KERNELS_CPU_ROWS_INL_H
#else
#define SOBELCAM_KERNELS_CPU_ROWS_INL_H
#endif

#include <array>

#include "kernels/cpu/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sobelcam::cpu::HWY_NAMESPACE {

HWY_INLINE Vector five_taps(Vector a, Vector b, Vector c, Vector d, Vector e) {
  const Floats f;
  return fused(hn::Set(f, spec::kOuterTap), hn::Add(a, e),
               fused(hn::Set(f, spec::kInnerTap), hn::Add(b, d), hn::Mul(hn::Set(f, spec::kCenterTap), c)));
}

/// Reads gray[-2] to gray[count + 1].
HWY_INLINE void blur_across(const float* HWY_RESTRICT gray, float* HWY_RESTRICT across, std::int64_t count) {
  const Floats d;
  for (std::int64_t x = 0; x < count; x += kLanes) {
    const auto at = [&](std::int64_t i) HWY_ATTR { return hn::LoadU(d, gray + x + i); };
    hn::Store(five_taps(at(-2), at(-1), at(0), at(1), at(2)), d, across + x);
  }
}

HWY_INLINE void blur_down(const std::array<const float*, 5>& across, float* HWY_RESTRICT blur, std::int64_t count) {
  const Floats d;
  const float* HWY_RESTRICT a = across[0];
  const float* HWY_RESTRICT b = across[1];
  const float* HWY_RESTRICT c = across[2];
  const float* HWY_RESTRICT e = across[3];
  const float* HWY_RESTRICT f = across[4];
  for (std::int64_t x = 0; x < count; x += kLanes) {
    hn::Store(
        five_taps(hn::Load(d, a + x), hn::Load(d, b + x), hn::Load(d, c + x), hn::Load(d, e + x), hn::Load(d, f + x)),
        d, blur + x);
  }
}

/// What Sobel needs of one row: B(x+1) - B(x-1) and B(x-1) + 2 B(x) + B(x+1).
struct Slope {
  Vector difference;
  Vector smooth;
};

/// Reads blur[-1] to blur[kLanes].
HWY_INLINE Slope slope(const float* blur) {
  const Floats d;
  const Vector left = hn::LoadU(d, blur - 1);
  const Vector right = hn::LoadU(d, blur + 1);
  return {hn::Sub(right, left), fused(hn::Set(d, 2.0F), hn::LoadU(d, blur), hn::Add(left, right))};
}

/// Where the slopes of one row are kept.
struct SlopeRow {
  float* difference;
  float* smooth;
};

/// Reads blur[-1] to blur[count].
HWY_INLINE void keep_slopes(const float* blur, const SlopeRow& row, std::int64_t count) {
  const Floats d;
  for (std::int64_t x = 0; x < count; x += kLanes) {
    const Slope here = slope(blur + x);
    hn::Store(here.difference, d, row.difference + x);
    hn::Store(here.smooth, d, row.smooth + x);
  }
}

/// Where a row's edges go; magnitudes is null where nobody wants them.
struct EdgeRow {
  std::uint8_t* bytes;
  float* magnitudes;

  HWY_INLINE void store(Vector magnitude, std::int64_t x) const {
    store_u8(magnitude, bytes + x);
    if (magnitudes != nullptr) {
      hn::Store(magnitude, Floats(), magnitudes + x);
    }
  }
};

HWY_INLINE Vector magnitude(const Slope& above, Vector difference, const Slope& below) {
  const Floats d;
  const Vector gx = fused(hn::Set(d, 2.0F), difference, hn::Add(above.difference, below.difference));
  const Vector gy = hn::Sub(below.smooth, above.smooth);
  return hn::Sqrt(fused(gx, gx, hn::Mul(gy, gy)));
}

/// A row's edges, and its magnitudes where somebody wants them, from the slopes above and at it and the row below.
///
/// Shapes:   below.difference and below.smooth may be above's: each is read before it is written
HWY_INLINE void edges(const SlopeRow& above, const SlopeRow& at, const float* HWY_RESTRICT blur_below,
                      const SlopeRow& below, EdgeRow out, std::int64_t count) {
  const Floats d;
  for (std::int64_t x = 0; x < count; x += kLanes) {
    const Slope before{hn::Load(d, above.difference + x), hn::Load(d, above.smooth + x)};
    const Slope after = slope(blur_below + x);
    const Vector value = magnitude(before, hn::Load(d, at.difference + x), after);
    hn::Store(after.difference, d, below.difference + x);
    hn::Store(after.smooth, d, below.smooth + x);
    out.store(value, x);
  }
}

/// The edges of the picture's last row: below it is itself.
HWY_INLINE void last_edges(const SlopeRow& above, const SlopeRow& at, EdgeRow out, std::int64_t count) {
  const Floats d;
  for (std::int64_t x = 0; x < count; x += kLanes) {
    const Slope before{hn::Load(d, above.difference + x), hn::Load(d, above.smooth + x)};
    const Slope after{hn::Load(d, at.difference + x), hn::Load(d, at.smooth + x)};
    out.store(magnitude(before, after.difference, after), x);
  }
}

/// u8() of a row.
HWY_INLINE void quantize(const float* HWY_RESTRICT values, std::uint8_t* HWY_RESTRICT bytes, std::int64_t count) {
  const Floats d;
  for (std::int64_t x = 0; x < count; x += kLanes) {
    store_u8(hn::LoadU(d, values + x), bytes + x);
  }
}

}  // namespace sobelcam::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
