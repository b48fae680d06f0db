// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/verify/commands.h"

#include <unistd.h>

#include <ostream>

namespace sobelcam::tool {
namespace {

void add_verify(CLI::App& app, VerifyOptions& options) {
  CLI::App* command = app.add_subcommand(
      "verify", "Holds every pipeline, and what a device recorded, to the reference, frame by frame, bit for bit");
  command
      ->add_option("PATH", options.paths,
                   "Capture bundles, image files, .y4m, .mjpeg, raw frames, and folders of any of these")
      ->required();
  command->add_option("--pipeline", options.pipelines, "NAME[,NAME...] or all (see 'sobelcam pipelines')")
      ->delimiter(',')
      ->capture_default_str();
  command->add_flag("--equalize", options.equalize,
                    "Let Sobel read the equalized blur; a bundle's frames say it themselves");
  command->add_option("-j,--jobs", options.jobs, "Frames at once; by default one a core")->check(CLI::Range(1, 256));
  command->add_option("--report", options.report, "JSON into FILE (verify_report.schema.json)")->type_name("FILE");
  command->add_option("--html", options.html, "A page with pictures into FILE; it needs nothing else")
      ->type_name("FILE");
  command
      ->add_option("--shard", options.shard,
                   "Part I of N, from 0/N to N-1/N; by default that of a Slurm array's or an Indexed Job's task")
      ->type_name("I/N");
  command->add_option("--format", options.format, "Of raw files: YUYV, NV12, RG10 ...")->type_name("FOURCC");
  command->add_option("--size", options.size, "Of raw files")->type_name("WxH");
  command->add_option("--stride", options.stride, "Of raw files: bytes from row to row; by default without padding")
      ->type_name("BYTES");
  command->add_option("--range", options.range,
                      "Of raw files: full or limited; by default limited where there is chroma");
}

}  // namespace

void add_verify_commands(CLI::App& app, VerifyCommands& options) {
  add_verify(app, options.verify);
}

std::optional<ExitCode> run_verify_commands(const CLI::App& app, const VerifyCommands& options, std::ostream& out,
                                            std::ostream& errors) {
  if (app.got_subcommand("verify")) {
    return verify(options.verify, out, errors, ::isatty(STDERR_FILENO) != 0 ? &errors : nullptr);
  }
  return std::nullopt;
}

}  // namespace sobelcam::tool
