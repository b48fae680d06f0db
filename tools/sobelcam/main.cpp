// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <iostream>

#include "tools/sobelcam/bench_http.h"
#include "tools/sobelcam/bench_kernels.h"
#include "tools/sobelcam/bench_overlap.h"
#include "tools/sobelcam/bench_pipelines.h"
#include "tools/sobelcam/capture.h"
#include "tools/sobelcam/doctor.h"
#include "tools/sobelcam/list_pipelines.h"
#include "tools/sobelcam/process.h"
#include "tools/sobelcam/verify/commands.h"

namespace sobelcam::tool {
namespace {

void add_process(CLI::App& app, ProcessOptions& options) {
  CLI::App* command = app.add_subcommand("process", "Image files in; gray, blur, equalized and edge PNGs out");
  command->add_option("INPUT", options.inputs, "PNG, JPEG, PPM/PGM or BMP files")->required();
  command
      ->add_option("--out", options.prefix,
                   "PREFIX of the pictures: PREFIX_gray.png, _blur.png, _equalized.png, _edge.png;\n"
                   "several inputs give PREFIX_NAME_gray.png ..., a prefix that ends in / is a folder")
      ->required()
      ->type_name("PREFIX");
  command
      ->add_option("--pipeline", options.pipelines,
                   "NAME[,NAME...], auto or all (see 'sobelcam pipelines'); the pictures come from the first")
      ->delimiter(',')
      ->capture_default_str();
  command->add_flag("--compare", options.compare, "Hold each pipeline against the reference, bit for bit");
  command->add_flag("--equalize", options.equalize, "Let Sobel read the equalized blur");
}

CLI::App* add_capture(CLI::App& app, CaptureOptions& options) {
  CLI::App* command = app.add_subcommand("capture", "Frames and what a pipeline makes of them, into one file");
  command->add_option("--source", options.source, "pattern:WxH, replay:PATH, or http://HOST:PORT of a running device")
      ->required()
      ->type_name("SPEC");
  command->add_option("--frames", options.frames, "How many")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000}))
      ->capture_default_str();
  command->add_option("--out", options.out, "The capture bundle")->required()->type_name("PATH");
  command->add_option("--pipeline", options.pipeline, "NAME or auto (see 'sobelcam pipelines')")->capture_default_str();
  command
      ->add_option("--planes", options.planes,
                   "Beside the edges: gray, blur, equalized, magnitude, with commas between")
      ->delimiter(',');
  command->add_flag("--equalize", options.equalize, "Let Sobel read the equalized blur");
  command->add_option("--format", options.format, "tar or folder")
      ->check(CLI::IsMember({"tar", "folder"}))
      ->capture_default_str();
  command->add_flag("--overwrite", options.overwrite, "Replace what lies at PATH");
  return command;
}

/// The command `bench http`.
CLI::App* add_bench_http(CLI::App& bench, BenchHttpOptions& options) {
  CLI::App* command = bench.add_subcommand("http", "Watches a running device's stream with several clients at once");
  command->add_option("URL", options.url, "http://HOST[:PORT][/PATH]; without a path /stream?view=edges")->required();
  command->add_option("--clients", options.fast, "Clients that read as fast as they can")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  command->add_option("--slow", options.slow, "Clients that read --slow-rate")->check(CLI::Range(0, 1000));
  command->add_option("--slow-rate", options.slow_kib_per_s, "KiB a second")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  command->add_option("--stalled", options.stalled, "Clients that ask and then read nothing")
      ->check(CLI::Range(0, 1000));
  command->add_option("--seconds", options.seconds, "How long")->check(CLI::Range(0.1, 3600.0))->capture_default_str();
  command->add_flag("--json", options.json, "JSON instead of a table");
  return command;
}

/// The option --json [FILE] of a bench.
void add_json(CLI::App& command, bool& json, std::filesystem::path& file) {
  command.add_option("--json", file, "JSON instead of the table, or into FILE beside it")
      ->expected(0, 1)
      ->type_name("[FILE]");
  command.callback([&command, &json] { json = command.count("--json") > 0; });
}

/// The command `bench kernels`.
CLI::App* add_bench_kernels(CLI::App& bench, BenchKernelsOptions& options) {
  CLI::App* command = bench.add_subcommand(
      "kernels",
      "On a GPU: the chain by plain kernels, then with one stage optimized at a time, and what the limit is");
  command->add_option("--size", options.size, "WxH")->capture_default_str()->type_name("WxH");
  command->add_option("--runs", options.runs, "Of each chain")->check(CLI::Range(10, 100000))->capture_default_str();
  add_json(*command, options.json, options.json_file);
  return command;
}

/// The command `bench overlap`.
CLI::App* add_bench_overlap(CLI::App& bench, BenchOverlapOptions& options) {
  CLI::App* command = bench.add_subcommand(
      "overlap", "On a GPU: a batch of frames with one to three slots, and whether copies and kernels overlap");
  command->add_option("--frames", options.frames, "Frames of the batch")
      ->check(CLI::IsMember({1, 2, 16}))
      ->capture_default_str();
  command->add_option("--size", options.size, "WxH")->capture_default_str()->type_name("WxH");
  command->add_option("--rounds", options.rounds, "Of each plan")->check(CLI::Range(1, 10000))->capture_default_str();
  command->add_option("--csv", options.csv_file, "The timelines, into FILE")->type_name("FILE");
  add_json(*command, options.json, options.json_file);
  return command;
}

/// The command `bench pipelines`.
CLI::App* add_bench_pipelines(CLI::App& bench, BenchPipelinesOptions& options) {
  CLI::App* command = bench.add_subcommand(
      "pipelines", "Holds the pipelines to the reference's bits, then times them, with OpenCV's chains beside them");
  command->add_option("--pipeline", options.pipelines, "NAME[,NAME...] or all (see 'sobelcam pipelines')")
      ->delimiter(',')
      ->capture_default_str();
  command->add_option("--size", options.sizes, "WxH[,WxH...]")->delimiter(',')->capture_default_str()->type_name("WxH");
  command->add_option("--format", options.format, "RGB24, BGR24, YUYV, UYVY, NV12, GREY, or V4L2's name of another")
      ->capture_default_str();
  command->add_option("--threads", options.threads, "Beside 1; by default the machine's")->check(CLI::Range(1, 256));
  command->add_flag("--equalize", options.equalize, "Let Sobel read the equalized blur");
  command->add_option("--scene", options.scene, "textured, flat or noise")->capture_default_str();
  CLI::Option* seconds = command->add_option("--seconds", options.budget.seconds, "How long a line; 30 frames at least")
                             ->check(CLI::Range(0.01, 3600.0))
                             ->capture_default_str();
  command->add_option("--runs", options.budget.runs, "Frames a line, instead of --seconds")
      ->check(CLI::Range(1, 1000000))
      ->excludes(seconds);
  add_json(*command, options.json, options.json_file);
  return command;
}

int run(int argc, char** argv) {
  CLI::App app("sobelcam: exact edges of image files, and the proof");
  app.set_version_flag("--version", "sobelcam " SOBELCAM_VERSION);
  app.require_subcommand(1);
  app.footer("Exit codes: 0 done and equal, 1 something compared differs, 2 bad input or usage.");
  ProcessOptions process_options;
  add_process(app, process_options);
  VerifyCommands verify_commands;
  add_verify_commands(app, verify_commands);
  CaptureOptions capture_options;
  capture_options.progress = ::isatty(STDERR_FILENO) == 1;
  const CLI::App* capture_command = add_capture(app, capture_options);
  CLI::App* bench = app.add_subcommand("bench", "Measurements");
  bench->require_subcommand(1);
  BenchHttpOptions bench_http_options;
  const CLI::App* bench_http_command = add_bench_http(*bench, bench_http_options);
  BenchPipelinesOptions bench_pipelines_options;
  const CLI::App* bench_pipelines_command = add_bench_pipelines(*bench, bench_pipelines_options);
  BenchKernelsOptions bench_kernels_options;
  const CLI::App* bench_kernels_command = add_bench_kernels(*bench, bench_kernels_options);
  BenchOverlapOptions bench_overlap_options;
  const CLI::App* bench_overlap_command = add_bench_overlap(*bench, bench_overlap_options);
  app.add_subcommand("pipelines", "What can run on this machine, and why not");
  DoctorOptions doctor_options;
  app.add_subcommand(
         "doctor", "What is wrong with this machine, cameras too, and what would help; exit code 1 where something is")
      ->add_flag("--json", doctor_options.json, "JSON instead of text");

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kOk : kBadInput;
  }
  if (app.got_subcommand("process")) {
    return process(process_options, std::cout, std::cerr);
  }
  if (const auto code = run_verify_commands(app, verify_commands, std::cout, std::cerr)) {
    return *code;
  }
  if (capture_command->parsed()) {
    return capture(capture_options, std::cout, std::cerr);
  }
  if (bench_http_command->parsed()) {
    return bench_http(bench_http_options, std::cout, std::cerr);
  }
  if (bench_pipelines_command->parsed()) {
    return bench_pipelines(pipelines(), bench_pipelines_options, std::cout);
  }
  if (bench_kernels_command->parsed()) {
    return bench_kernels(bench_kernels_options, std::cout);
  }
  if (bench_overlap_command->parsed()) {
    return bench_overlap(bench_overlap_options, std::cout);
  }
  if (app.got_subcommand("doctor")) {
    return doctor(doctor_options, std::cout);
  }
  list_pipelines(std::cout);
  return kOk;
}

}  // namespace
}  // namespace sobelcam::tool

int main(int argc, char** argv) {
  // A limit of the file size is a full disk and no reason to die.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    const int code = sobelcam::tool::run(argc, argv);
    if (code == sobelcam::tool::kOk && !std::cout.flush()) {
      std::cerr << "sobelcam: the output cannot be written\n";
      return sobelcam::tool::kBadInput;
    }
    return code;
  } catch (const std::exception& error) {
    std::cerr << "sobelcam: " << error.what() << "\n";
    return sobelcam::tool::kBadInput;
  }
}
