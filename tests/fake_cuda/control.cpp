// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "tests/fake_cuda/state.h"

namespace sobelcam::test {
namespace {

class Control final : public FakeCuda {
 public:
  void restart(const std::string& script) override {
    Access().restart(script);
    context_stack().clear();
  }

  int calls(const std::string& symbol) const override { return Access().state().script.calls(symbol); }

  std::string leftovers() const override {
    Access access;
    std::map<std::string, int> counts;
    for (const auto& [handle, object] : access.state().live) {
      ++counts[object.kind];
    }
    for (const auto& context : access.state().contexts) {
      counts["context"] += context.retained;
    }
    std::string text;
    for (const auto& [kind, count] : counts) {
      if (count != 0) {
        text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + kind;
      }
    }
    return text;
  }

  std::string misuse() const override { return Access().state().misuse; }
  std::vector<FakeLaunch> launches() const override { return Access().state().launches; }
};

}  // namespace
}  // namespace sobelcam::test

extern "C" sobelcam::test::FakeCuda& sobelcam_fake_cuda() {
  static sobelcam::test::Control control;
  return control;
}

namespace sobelcam::gpu {

CUresult cuDriverGetVersion(int* version) {
  test::Access access;
  if (const auto scripted = access.state().script.next("cuDriverGetVersion")) {
    return *scripted;
  }
  *version = access.state().script.number("version", 13000);
  return CUresult::kSuccess;
}

}  // namespace sobelcam::gpu
