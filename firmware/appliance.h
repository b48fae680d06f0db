// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <string>

#include "firmware/capture_loop.h"
#include "firmware/captures.h"
#include "firmware/clients.h"
#include "firmware/encoder.h"
#include "firmware/http_server.h"
#include "firmware/net.h"
#include "firmware/options.h"
#include "firmware/picture_hub.h"
#include "firmware/site.h"
#include "firmware/telemetry.h"

namespace sobelcam {

/// The whole appliance: every part, wired. It listens from construction on and works while run() runs.
///
/// Threads:  run() takes the calling thread for the network and starts three more; stop() from any thread
/// Errors:   std::runtime_error where the address cannot be listened on or the pipeline cannot run here
class Appliance {
 public:
  explicit Appliance(const Options& options);
  /// With a source of the caller's making, where it is not null.
  Appliance(const Options& options, std::function<OpenedSource()> open_source);

  unsigned short port() const { return server_.port(); }
  std::string url() const;
  const std::string& pipeline_name() const { return site_.pipeline; }

  /// Returns after stop(); an exception of a thread that it started stops the appliance and is thrown from here.
  void run();
  void stop();
  /// SIGINT, SIGTERM and SIGHUP stop the appliance.
  void stop_on_signals();

 private:
  void stop_on_failure(std::exception_ptr& failure, const std::function<void()>& work);

  Options options_;
  std::unique_ptr<EdgePipeline> pipeline_;
  PictureHub hub_;
  Telemetry telemetry_;
  Clients clients_;
  Encoder encoder_;
  Captures captures_;
  CaptureLoop capture_;
  Site site_;
  net::io_context io_;
  HttpServer server_;
  net::signal_set signals_;
  std::exception_ptr capture_failure_;
  std::exception_ptr encoder_failure_;
  std::exception_ptr writer_failure_;
};

}  // namespace sobelcam
