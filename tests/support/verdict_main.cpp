// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

namespace {

/// One line for each failure and each skip, and one verdict line at the end, which tools/test adds up.
class VerdictPrinter final : public testing::EmptyTestEventListener {
 public:
  explicit VerdictPrinter(std::string program) : program_(std::move(program)) {}

  void OnTestPartResult(const testing::TestPartResult& result) override {
    if (result.failed()) {
      std::printf("%s:%d: %s\n", result.file_name() != nullptr ? result.file_name() : "unknown file",
                  result.line_number(), result.message());
    }
  }

  void OnTestEnd(const testing::TestInfo& test) override {
    if (test.result()->Skipped()) {
      ++skipped_;
      std::printf("SKIP %s.%s: %s\n", test.test_suite_name(), test.name(), skip_reason(test).c_str());
    } else if (test.result()->Failed()) {
      ++failed_;
      std::printf("FAIL %s.%s\n", test.test_suite_name(), test.name());
    } else {
      ++passed_;
    }
  }

  void OnTestProgramEnd(const testing::UnitTest& program) override {
    std::printf("%s: %d passed, %d failed, %d skipped (%lld ms)\n", program_.c_str(), passed_, failed_, skipped_,
                static_cast<long long>(program.elapsed_time()));
    std::fflush(stdout);
  }

 private:
  static std::string skip_reason(const testing::TestInfo& test) {
    for (int i = 0; i < test.result()->total_part_count(); ++i) {
      const auto& part = test.result()->GetTestPartResult(i);
      if (part.skipped()) {
        return part.message();
      }
    }
    return "no reason given";
  }

  std::string program_;
  int passed_ = 0;
  int failed_ = 0;
  int skipped_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (!testing::GTEST_FLAG(list_tests)) {
    auto& listeners = testing::UnitTest::GetInstance()->listeners();
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(new VerdictPrinter(std::filesystem::path(argv[0]).filename()));
  }
  const int result = RUN_ALL_TESTS();
  // A binary whose filter matches nothing has tested nothing.
  return testing::UnitTest::GetInstance()->test_to_run_count() == 0 ? 1 : result;
}
