// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/appliance.h"

#include <csignal>
#include <thread>

#include "firmware/capture_routes.h"
#include "firmware/live_source.h"
#include "kernels/pipelines.h"

namespace sobelcam {
namespace {

std::unique_ptr<EdgePipeline> make_pipeline(const Options& options) {
  PipelineOptions pipeline_options;
  pipeline_options.threads = options.threads;
  pipeline_options.cuda_jit = options.cuda_jit;
  return choose_pipeline(options.pipeline).make(pipeline_options);
}

Clients room_for(unsigned streams) {
  Clients clients;
  clients.max_streaming = streams;
  return clients;
}

CaptureSettings capture_settings(const Options& options) {
  CaptureSettings settings;
  settings.folder = options.capture_folder;
  settings.quota_bytes = std::uint64_t{options.capture_quota_mib} << 20U;
  settings.pipeline = choose_pipeline(options.pipeline).name;
  settings.options = {{"source", options.source},
                      {"pipeline", options.pipeline},
                      {"equalize", options.equalize ? "true" : "false"},
                      {"threads", std::to_string(options.threads)}};
  return settings;
}

/// An address as a Host field has it.
std::string host_of(const std::string& address) {
  return address.find(':') == std::string::npos ? address : "[" + address + "]";
}

}  // namespace

Appliance::Appliance(const Options& options) : Appliance(options, nullptr) {}

Appliance::Appliance(const Options& options, std::function<OpenedSource()> open_source)
    : options_(options),
      pipeline_(make_pipeline(options)),
      clients_(room_for(options.max_clients)),
      encoder_(hub_, telemetry_, options.jpeg_quality),
      captures_(capture_settings(options)),
      capture_({open_source ? std::move(open_source) : live_source(options.source, pipeline_->frame_memory()),
                *pipeline_, options.equalize, hub_, encoder_, telemetry_, &captures_}),
      site_{options.source,   std::string(choose_pipeline(options.pipeline).name),
            options.equalize, hub_,
            telemetry_,       clients_,
            &captures_,       names_loopback(host_of(options.listen_address()))},
      io_(1),
      server_(io_, site_, options.listen_address(), options.listen_port()),
      signals_(io_) {
  hub_.on_publish([this] { server_.wake(); });
}

std::string Appliance::url() const {
  return "http://" + host_of(options_.listen_address()) + ":" + std::to_string(port()) + "/";
}

void Appliance::run() {
  {
    const std::jthread encoding(
        [this](const std::stop_token& stop) { stop_on_failure(encoder_failure_, [&] { encoder_.run(stop); }); });
    const std::jthread writing(
        [this](const std::stop_token& stop) { stop_on_failure(writer_failure_, [&] { captures_.run(stop); }); });
    const std::jthread capturing(
        [this](const std::stop_token& stop) { stop_on_failure(capture_failure_, [&] { capture_.run(stop); }); });
    io_.run();
  }
  for (const std::exception_ptr& failure : {capture_failure_, encoder_failure_, writer_failure_}) {
    if (failure) {
      std::rethrow_exception(failure);
    }
  }
}

void Appliance::stop_on_failure(std::exception_ptr& failure, const std::function<void()>& work) {
  try {
    work();
  } catch (...) {
    failure = std::current_exception();
    stop();
  }
}

void Appliance::stop() {
  net::post(io_, [this] {
    signals_.cancel();
    server_.stop();
  });
}

void Appliance::stop_on_signals() {
  signals_.add(SIGINT);
  signals_.add(SIGTERM);
  signals_.add(SIGHUP);
  signals_.async_wait([this](const boost::system::error_code& error, int /*signal*/) {
    if (!error) {
      server_.stop();
    }
  });
}

}  // namespace sobelcam
