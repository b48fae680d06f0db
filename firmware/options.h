// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "firmware/site.h"

namespace sobelcam {

/// captures in the folder that systemd gives a service for its state ($STATE_DIRECTORY), else in the working folder.
std::string default_capture_folder();

/// What the user asked for; every value is checked.
struct Options {
  std::string source = "auto";
  std::string pipeline = "auto";
  std::string size;
  double fps = 0;
  std::string format;
  std::string io = "auto";
  unsigned threads = 0;
  bool cuda_jit = false;
  std::string listen = "127.0.0.1:8080";
  unsigned max_clients = 64;
  int jpeg_quality = 85;
  bool equalize = false;
  std::string log_level = "info";
  std::string capture_folder = default_capture_folder();
  unsigned capture_quota_mib = 2048;

  std::string listen_address() const;
  unsigned short listen_port() const;
};

/// The result of reading the command line: options, or the exit code of a program that has nothing more to do.
struct ParsedOptions {
  Options options;
  bool run = false;
  int exit_code = 0;
};

/// Reads flags and the file that --config names; prints help, version and mistakes itself.
ParsedOptions parse_options(int argc, char** argv);

}  // namespace sobelcam
