// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/verify/commands.h"

#include <malloc.h>
#include <unistd.h>

#include <ostream>

namespace sobelcam::tool {
namespace {

/// glibc else keeps what large frames freed for the next ones, and raises this limit to just above their planes.
void give_freed_planes_back() {
  constexpr int kPlaneBytes = 1 << 20;
  mallopt(M_MMAP_THRESHOLD, kPlaneBytes);
}

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

void add_compare(CLI::App& app, CompareOptions& options) {
  CLI::App* command = app.add_subcommand("compare", "Two planes or edge maps, ours or another program's");
  command->add_option("A", options.expected, "NPY of float32 or uint8, or a gray picture")->required();
  command->add_option("B", options.actual, "Likewise")->required();
  command->add_option("--contract", options.contract, "strict: every bit; tolerant: another program with our taps")
      ->check(CLI::IsMember({"strict", "tolerant"}))
      ->capture_default_str();
  command->add_option("--stage", options.stage, "gray, blur, magnitude or edges, where the names do not tell");
  command->add_flag("--other-taps", options.other_taps, "The other program blurs otherwise: distances, but no verdict");
}

void add_merge(CLI::App& app, MergeOptions& options) {
  CLI::App* command = app.add_subcommand("merge", "The reports of a set's parts, joined into one verdict");
  command->add_option("REPORT", options.reports, "From 'sobelcam verify --shard I/N --report REPORT'")->required();
  command->add_option("--report", options.report, "The joined report into FILE")->type_name("FILE");
}

}  // namespace

void add_verify_commands(CLI::App& app, VerifyCommands& options) {
  add_verify(app, options.verify);
  add_compare(app, options.compare);
  add_merge(app, options.merge);
}

std::optional<ExitCode> run_verify_commands(const CLI::App& app, const VerifyCommands& options, std::ostream& out,
                                            std::ostream& errors) {
  if (app.got_subcommand("verify")) {
    give_freed_planes_back();
    return verify(options.verify, out, errors, ::isatty(STDERR_FILENO) != 0 ? &errors : nullptr);
  }
  if (app.got_subcommand("compare")) {
    return compare(options.compare, out, errors);
  }
  if (app.got_subcommand("merge")) {
    return merge(options.merge, out, errors);
  }
  return std::nullopt;
}

}  // namespace sobelcam::tool
