// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// The operations whose last bit SPEC.md fixes, for the instruction set that Highway is compiling now.

#if defined(SOBELCAM_KERNELS_CPU_VECTORS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SOBELCAM_KERNELS_CPU_VECTORS_INL_H
#undef SOBELCAM_KERNELS_CPU_VECTORS_INL_H
#else
#define SOBELCAM_KERNELS_CPU_VECTORS_INL_H
#endif

#include <hwy/highway.h>

#include <cmath>
#include <cstdint>
#include <cstring>

#include "kernels/edge_spec.h"

HWY_BEFORE_NAMESPACE();
namespace sobelcam::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using Vector = hn::Vec<Floats>;
using Bytes = hn::Repartition<std::uint8_t, Floats>;
using Ints = hn::RebindToSigned<Floats>;
constexpr std::uint32_t kLanes = static_cast<std::uint32_t>(hn::MaxLanes(Floats()));

/// a * b + c, rounded once. Highway's own MulAdd rounds twice where the hardware cannot fuse.
HWY_INLINE Vector fused(Vector a, Vector b, Vector c) {
#if HWY_NATIVE_FMA
  return hn::MulAdd(a, b, c);
#else
  const Floats d;
  HWY_ALIGN float factors[kLanes];
  HWY_ALIGN float others[kLanes];
  HWY_ALIGN float sums[kLanes];
  hn::Store(a, d, factors);
  hn::Store(b, d, others);
  hn::Store(c, d, sums);
  for (std::uint32_t i = 0; i < kLanes; ++i) {
    sums[i] = std::fma(factors[i], others[i], sums[i]);
  }
  return hn::Load(d, sums);
#endif
}

/// kLanes numbers from any address.
template <typename Number>
HWY_INLINE hn::Vec<hn::Rebind<Number, Floats>> load_numbers(const std::uint8_t* bytes) {
  const hn::Rebind<Number, Floats> d;
  HWY_ALIGN Number numbers[kLanes];
  std::memcpy(numbers, bytes, sizeof(numbers));
  return hn::Load(d, numbers);
}

/// u8() of SPEC.md for each lane; writes kLanes bytes. Added to 1.5 * 2^23 a number loses its fraction, halves to even,
/// and leaves what is left in the sum's low bits.
HWY_INLINE void store_u8(Vector value, std::uint8_t* bytes) {
  const Floats d;
  const hn::RebindToUnsigned<Floats> as_words;
  const hn::Rebind<std::uint8_t, Floats> as_bytes;
  const Vector sum = hn::Add(hn::Min(value, hn::Set(d, spec::kWhite)), hn::Set(d, 0x1.8p+23F));
  const auto low_bits = hn::And(hn::BitCast(as_words, sum), hn::Set(as_words, 0xFF));
  hn::StoreU(hn::U8FromU32(low_bits), as_bytes, bytes);
}

}  // namespace sobelcam::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
