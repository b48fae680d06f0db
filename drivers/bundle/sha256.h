// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

struct evp_md_ctx_st;

namespace sobelcam {

/// SHA-256 of bytes that come piece by piece, as `sha256sum` prints it.
///
/// Errors:   std::runtime_error where libcrypto refuses
/// Source:   libcrypto: the instructions that processors have for it are six times as fast as portable code
class Sha256 {
 public:
  Sha256();

  void add(std::span<const std::byte> bytes);
  /// 64 hexadecimal digits; the object begins anew.
  std::string hex();

 private:
  struct Free {
    void operator()(evp_md_ctx_st* context) const;
  };
  void begin();

  std::unique_ptr<evp_md_ctx_st, Free> context_;
};

std::string sha256_hex(std::span<const std::byte> bytes);

}  // namespace sobelcam
