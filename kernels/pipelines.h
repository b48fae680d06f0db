// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "kernels/edge_pipeline.h"

namespace sobelcam {

/// Whether an implementation can run on this machine now, and if not, why and what would help.
struct Usability {
  bool usable = true;
  std::string reason;
};

/// One implementation of SPEC.md: a row of the table.
struct PipelineInfo {
  std::string_view name;
  std::string_view summary;
  Usability (*usability)();
  std::unique_ptr<EdgePipeline> (*make)(const PipelineOptions& options);
  bool threaded = false;  ///< PipelineOptions::threads makes a difference
};

/// Every implementation in this build, best first; `reference` is last and always usable.
/// Threads:  any
std::span<const PipelineInfo* const> pipelines();

/// The first usable row for "auto", else the row of that name.
/// Errors:   std::invalid_argument on an unknown name (the message lists the known ones), std::runtime_error on a
///           row that this machine cannot run (the message says why)
const PipelineInfo& choose_pipeline(std::string_view name);

/// What a user should know about a row that "auto" chose: which better one cannot run here, and why; empty for the
/// best.
std::string passed_over(const PipelineInfo& chosen);

}  // namespace sobelcam
