// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/options.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdlib>
#include <stdexcept>
#include <utility>

#include "drivers/camera/camera_option_text.h"
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

std::string pipeline_names() {
  std::string names;
  for (const PipelineInfo* row : pipelines()) {
    names += ", " + std::string(row->name);
  }
  return names;
}

void add_source_option(CLI::App& app, Options& options) {
  app.add_option("--source", options.source,
                 "auto: the first usable camera\n"
                 "v4l2:PATH: a camera, as /dev/video0 or a link from /dev/v4l/by-id\n"
                 "pattern:WxH[@FPS]: a moving test picture\n"
                 "replay:PATH[@FPS]: a folder of images, an image, a .y4m or a .mjpeg file, a capture bundle; loops")
      ->check(checked_by(parse_source_spec))
      ->capture_default_str()
      ->type_name("SPEC");
}

/// An option of the camera, whose text becomes a value by `parse`; that it was given is noted.
template <typename Parse, typename Take>
CLI::Option* add_camera_option(CLI::App& app, Options& options, const std::string& flag, const std::string& help,
                               Parse parse, Take take) {
  const auto keep = [&options, flag, parse, take](const std::string& text) {
    take(options.camera, parse(text));
    options.camera_flags.push_back(flag);
  };
  return app.add_option_function<std::string>(flag, keep, help)->check(checked_by(parse));
}

CameraIo parse_io(const std::string& text) {
  const auto io = camera_io(text);
  if (!io) {
    throw std::invalid_argument("'" + text + "': known are auto, userptr, mmap-registered, mmap");
  }
  return *io;
}

void add_camera_options(CLI::App& app, Options& options) {
  add_camera_option(app, options, "--size", "Of the camera's pictures; pattern and replay have their own",
                    parse_frame_size, [](CameraOptions& camera, v4l2::FrameSize size) { camera.size = size; })
      ->type_name("WxH");
  add_camera_option(app, options, "--fps", "Of the camera; pattern and replay have @FPS", parse_frame_rate,
                    [](CameraOptions& camera, double fps) { camera.fps = fps; })
      ->type_name("N");
  add_camera_option(app, options, "--format", "Of the camera, as a fourcc such as MJPG; the cheapest where not given",
                    parse_fourcc, [](CameraOptions& camera, std::string fourcc) { camera.format = std::move(fourcc); })
      ->type_name("FOURCC");
  add_camera_option(app, options, "--io", "How the camera's buffers are shared: auto, userptr, mmap-registered, mmap",
                    parse_io, [](CameraOptions& camera, CameraIo io) { camera.io = io; })
      ->type_name("NAME")
      ->default_str("auto");
  add_camera_option(app, options, "--first-frame-timeout", "Seconds that the camera may take to its first picture",
                    parse_timeout,
                    [](CameraOptions& camera, std::chrono::milliseconds time) { camera.first_frame_timeout = time; })
      ->type_name("S")
      ->default_str("10");
  add_camera_option(app, options, "--frame-timeout", "Seconds from a picture to the next before the camera is reopened",
                    parse_timeout,
                    [](CameraOptions& camera, std::chrono::milliseconds time) { camera.frame_timeout = time; })
      ->type_name("S")
      ->default_str("3");
  const auto keep_controls = [&options](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
      options.camera.controls.push_back(parse_control(text));
    }
    options.camera_flags.emplace_back("--control");
  };
  app.add_option_function<std::vector<std::string>>(
         "--control", keep_controls, "A control of the camera, set whenever it is opened; give it as often as needed")
      ->check(checked_by(parse_control))
      ->type_name("NAME=VALUE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
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
  add_source_option(app, parsed.options);
  add_camera_options(app, parsed.options);
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
