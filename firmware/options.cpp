// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/options.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdlib>
#include <stdexcept>

#include "drivers/camera/source_spec.h"
#include "kernels/pipelines.h"

namespace sobelcam {
namespace {

constexpr int kBadUsage = 2;

struct Listen {
  std::string address;
  unsigned short port = 0;
};

Listen parse_listen(const std::string& text) {
  const auto colon = text.rfind(':');
  if (colon == std::string::npos || colon == 0) {
    throw std::invalid_argument("'" + text + "': ADDR:PORT is needed, for example 127.0.0.1:8080 or 0.0.0.0:80");
  }
  Listen listen{text.substr(0, colon), 0};
  if (listen.address.starts_with('[') && listen.address.ends_with(']')) {
    listen.address = listen.address.substr(1, listen.address.size() - 2);
  }
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data() + colon + 1, end, listen.port);
  if (error != std::errc() || stopped != end) {
    throw std::invalid_argument("'" + text.substr(colon + 1) + "': a port is a number from 0 (any free one) to 65535");
  }
  return listen;
}

/// CLI11 wants a check as text in, message out; ours throw.
template <typename Parse>
CLI::Validator checked_by(Parse parse) {
  return {[parse](std::string& text) {
            try {
              parse(text);
              return std::string();
            } catch (const std::exception& error) {
              return std::string(error.what());
            }
          },
          ""};
}

void check_source(const std::string& text) {
  if (text != "auto") {
    parse_source_spec(text);
  }
}

void check_size(const std::string& text) {
  parse_source_spec("pattern:" + text);
}

void check_fps(const std::string& text) {
  parse_source_spec("pattern:1x1@" + text);
}

std::string pipeline_names() {
  std::string names;
  for (const PipelineInfo* row : pipelines()) {
    names += ", " + std::string(row->name);
  }
  return names;
}

void add_source_options(CLI::App& app, Options& options) {
  app.add_option("--source", options.source,
                 "auto: the first usable camera\n"
                 "pattern:WxH[@FPS]: a moving test picture\n"
                 "replay:PATH[@FPS]: a folder of images, an image, a .y4m or a .mjpeg file, a capture bundle; loops")
      ->check(checked_by(check_source))
      ->capture_default_str()
      ->type_name("SPEC");
  app.add_option("--size", options.size, "Of a camera's pictures; pattern and replay have their own")
      ->check(checked_by(check_size))
      ->type_name("WxH");
  app.add_option("--fps", options.fps, "Of a camera; pattern and replay have @FPS")
      ->check(checked_by(check_fps))
      ->type_name("N");
  app.add_option("--format", options.format, "Of a camera, as a fourcc")
      ->check(CLI::IsMember({"MJPG", "YUYV", "UYVY", "NV12", "GREY", "RGB3", "BGR3"}, CLI::ignore_case))
      ->type_name("FOURCC");
  app.add_option("--io", options.io, "How a camera's buffers are shared")
      ->check(CLI::IsMember({"auto", "userptr", "mmap-registered", "mmap"}))
      ->capture_default_str();
}

void add_pipeline_options(CLI::App& app, Options& options) {
  app.add_option("--pipeline", options.pipeline, "auto" + pipeline_names())
      ->check(checked_by([](const std::string& name) { choose_pipeline(name); }))
      ->capture_default_str()
      ->type_name("NAME");
  app.add_flag("--equalize", options.equalize, "Let Sobel read the equalized blur");
  app.add_option("--threads", options.threads, "CPU threads of the pipeline; 0 lets it choose")
      ->check(CLI::Range(0, 256))
      ->capture_default_str();
  app.add_flag("--cuda-jit", options.cuda_jit, "Force the PTX where there is a CUDA pipeline");
}

void add_server_options(CLI::App& app, Options& options) {
  app.add_option("--listen", options.listen, "Where the page is served; 0.0.0.0:PORT opens it to the network")
      ->check(checked_by(parse_listen))
      ->capture_default_str()
      ->type_name("ADDR:PORT");
  app.add_option("--max-clients", options.max_clients, "Streams at once; more get 503")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--jpeg-quality", options.jpeg_quality, "Of the stream")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  app.add_option("--log-level", options.log_level, "What is logged to stderr")
      ->check(CLI::IsMember({"debug", "info", "warn", "error", "off"}))
      ->capture_default_str();
}

void add_capture_options(CLI::App& app, Options& options) {
  app.add_option("--capture-folder", options.capture_folder,
                 "Where recordings go; by default captures in $STATE_DIRECTORY,\nelse in the working folder")
      ->type_name("FOLDER");
  app.add_option("--capture-quota", options.capture_quota_mib, "MiB of all recordings together")
      ->check(CLI::Range(1U, 1U << 30U))
      ->capture_default_str()
      ->type_name("MIB");
}

}  // namespace

std::string default_capture_folder() {
  const char* state = std::getenv("STATE_DIRECTORY");
  // systemd may give several, with colons between them.
  const std::string folder = state == nullptr ? "" : std::string(state).substr(0, std::string_view(state).find(':'));
  return folder.empty() ? "captures" : folder + "/captures";
}

std::string Options::listen_address() const {
  return parse_listen(listen).address;
}
unsigned short Options::listen_port() const {
  return parse_listen(listen).port;
}

ParsedOptions parse_options(int argc, char** argv) {
  ParsedOptions parsed;
  CLI::App app("sobelcamd: live edges of a camera in a browser");
  app.set_version_flag("--version", "sobelcamd " SOBELCAM_VERSION);
  app.set_config("--config", "", "Read options from a file: one 'name = value' a line, named as the flags")
      ->type_name("FILE");
  app.allow_config_extras(CLI::config_extras_mode::error);
  add_source_options(app, parsed.options);
  add_pipeline_options(app, parsed.options);
  add_server_options(app, parsed.options);
  add_capture_options(app, parsed.options);
  app.footer("Ends cleanly on SIGINT, SIGTERM and SIGHUP. Exit codes: 0 ended as asked, 2 bad usage or cannot start.");
  try {
    app.parse(argc, argv);
    parsed.run = true;
  } catch (const CLI::ParseError& error) {
    parsed.exit_code = app.exit(error) == 0 ? 0 : kBadUsage;
  }
  return parsed;
}

}  // namespace sobelcam
