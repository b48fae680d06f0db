// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <csignal>
#include <iostream>

#include "firmware/appliance.h"
#include "firmware/options.h"
#include "kernels/pipelines.h"

namespace {

constexpr int kCannotStart = 2;

void start_logging(const std::string& level) {
  spdlog::set_default_logger(spdlog::stderr_logger_mt("sobelcamd"));
  spdlog::set_pattern("sobelcamd: %l: %v");
  spdlog::set_level(spdlog::level::from_str(level));
}

void warn_of_options_without_effect(const sobelcam::Options& options) {
  if (!options.size.empty() || options.fps > 0 || !options.format.empty() || options.io != "auto") {
    spdlog::warn("--size, --fps, --format and --io are for cameras, which this version does not read");
  }
}

void log_pipeline(const sobelcam::Options& options, const std::string& name) {
  const std::string better = options.pipeline == "auto" ? passed_over(sobelcam::choose_pipeline(name)) : "";
  spdlog::info("pipeline {}{}{}", name, better.empty() ? "" : "; ", better);
  if (options.cuda_jit && !name.starts_with("cuda")) {
    spdlog::warn("--cuda-jit has no effect on the pipeline {}", name);
  }
}

}  // namespace

int main(int argc, char** argv) {
  // A viewer that closes its tab in mid-write must not end the program.
  std::signal(SIGPIPE, SIG_IGN);
  // Nor must a limit of the file size: to a recording it is a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    const auto parsed = sobelcam::parse_options(argc, argv);
    if (!parsed.run) {
      return parsed.exit_code;
    }
    start_logging(parsed.options.log_level);
    warn_of_options_without_effect(parsed.options);
    sobelcam::Appliance appliance(parsed.options);
    appliance.stop_on_signals();
    std::cout << "sobelcamd: " << appliance.url() << std::endl;
    log_pipeline(parsed.options, appliance.pipeline_name());
    appliance.run();
    spdlog::info("ended");
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "sobelcamd: " << error.what() << "\n";
    return kCannotStart;
  }
}
