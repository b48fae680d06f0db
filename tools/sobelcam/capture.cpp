// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/capture.h"

#include <chrono>
#include <memory>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <utility>

#include "drivers/bundle/bundle_writer.h"
#include "drivers/camera/open_source.h"
#include "drivers/files/printable.h"
#include "kernels/pipelines.h"
#include "kernels/recording.h"
#include "tools/sobelcam/capture_progress.h"
#include "tools/sobelcam/device_capture.h"

namespace sobelcam::tool {
namespace {

/// How long a source may take to its next frame.
constexpr std::chrono::seconds kPatience{10};

PlaneSet planes_of(const std::vector<std::string>& names) {
  PlaneSet planes;
  for (const std::string& plane : names) {
    const auto known = parse_plane(plane);
    if (!known) {
      throw std::invalid_argument("no such plane '" + plane + "'; known: " + std::string(kPlaneNames));
    }
    planes.add(*known);
  }
  return planes;
}

std::unique_ptr<FrameSource> opened_source(const std::string& spec, BufferProvider& memory) {
  SourceOptions options;
  options.delivery = Delivery::kEvery;
  options.paced = false;
  options.memory = &memory;
  auto opened = open_source(parse_source_spec(spec), options);
  if (const auto* fault = std::get_if<SourceFault>(&opened)) {
    throw std::runtime_error(fault->message);
  }
  return std::move(std::get<std::unique_ptr<FrameSource>>(opened));
}

/// A recording on this machine.
class Recorder {
 public:
  Recorder(const CaptureOptions& options, std::ostream& errors)
      : options_(options),
        errors_(errors),
        row_(choose_pipeline(options.pipeline)),
        request_{planes_of(options.planes), options.equalize, true},
        pipeline_(row_.make({})),
        source_(opened_source(options.source, pipeline_->frame_memory())),
        writer_(created_writer()) {}

  /// False where fewer frames were recorded than were asked for.
  bool record(CaptureProgress& progress) {
    while (writer_.frames() < options_.frames) {
      SourceEvent event = source_->next(std::chrono::steady_clock::now() + kPatience);
      if (auto* frame = std::get_if<Frame>(&event)) {
        if (!add(std::move(*frame), progress)) {
          return false;
        }
        progress.show(writer_.frames(), options_.frames, writer_.bytes());
      } else if (!goes_on(event, progress)) {
        return false;
      }
    }
    return true;
  }

  BundleWriter& writer() { return writer_; }

 private:
  BundleWriter created_writer() {
    Manifest manifest = begin_manifest(row_.name);
    manifest.program = "sobelcam";
    manifest.program_version = SOBELCAM_VERSION;
    manifest.source = source_->description();
    manifest.planes = options_.planes;
    manifest.options = {{"source", options_.source},
                        {"pipeline", options_.pipeline},
                        {"equalize", options_.equalize ? "true" : "false"},
                        {"frames", std::to_string(options_.frames)}};
    BundleWriteOptions write;
    write.format = options_.format == "folder" ? BundleFormat::kFolder : BundleFormat::kTar;
    write.overwrite = options_.overwrite;
    auto created = BundleWriter::create(options_.out, manifest, write);
    if (const auto* fault = std::get_if<BundleFault>(&created)) {
      throw std::runtime_error(fault->message + (fault->kind == BundleFaultKind::kExists ? "; --overwrite does" : ""));
    }
    return std::move(std::get<BundleWriter>(created));
  }

  bool add(Frame frame, CaptureProgress& progress) {
    const auto result = pipeline_->process(std::move(frame), request_);
    if (const auto fault = writer_.add(recorded_frame(result.value(), row_.name))) {
      say(fault->message, progress);
      return false;
    }
    return true;
  }

  bool goes_on(const SourceEvent& event, CaptureProgress& progress) {
    if (const auto* fault = std::get_if<SourceFault>(&event)) {
      say(fault->message, progress);
      return fault->kind == SourceFaultKind::kBadFrame;
    }
    say(std::holds_alternative<EndOfStream>(event)
            ? source_->description() + " has ended"
            : source_->description() + " sent no frame for " + std::to_string(kPatience.count()) + " seconds",
        progress);
    return false;
  }

  void say(const std::string& words, CaptureProgress& progress) {
    progress.clear();
    errors_ << "sobelcam: " << printable(words) << "\n";
  }

  const CaptureOptions& options_;
  std::ostream& errors_;
  const PipelineInfo& row_;
  EdgeRequest request_;
  std::unique_ptr<EdgePipeline> pipeline_;
  std::unique_ptr<FrameSource> source_;
  BundleWriter writer_;
};

ExitCode record_here(const CaptureOptions& options, std::ostream& out, std::ostream& errors) {
  Recorder recorder(options, errors);
  bool complete = false;
  {
    CaptureProgress progress(errors, options.progress);
    complete = recorder.record(progress);
  }
  BundleWriter& writer = recorder.writer();
  if (writer.frames() == 0) {
    writer.discard();
    errors << "sobelcam: no frame was recorded\n";
    return kBadInput;
  }
  if (const auto fault = writer.finish()) {
    errors << "sobelcam: " << printable(fault->message) << "; the frames before it are in "
           << printable(writer.partial_path().string()) << "\n";
    return kBadInput;
  }
  out << writer.frames() << " of " << options.frames << " frames, " << writer.bytes()
      << " bytes: " << printable(options.out.string()) << "\n";
  return complete ? kOk : kBadInput;
}

}  // namespace

ExitCode capture(const CaptureOptions& options, std::ostream& out, std::ostream& errors) {
  try {
    return options.source.starts_with("http://") ? capture_from_device(options, out, errors)
                                                 : record_here(options, out, errors);
  } catch (const std::exception& error) {
    errors << "sobelcam: " << printable(error.what()) << "\n";
    return kBadInput;
  }
}

}  // namespace sobelcam::tool
