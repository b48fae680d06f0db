// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "drivers/frame/buffer_provider.h"
#include "kernels/edge_result.h"

namespace sobelcam {

/// How a GPU gets at a frame and its result: by copies, or where they lie.
enum class GpuMemory : std::uint8_t {
  kAuto,  ///< where they lie on a GPU that shares the machine's memory, else by copies
  kCopy,
  kMapped,
};

struct PipelineOptions {
  /// Results that may be alive at once: in flight, published, being encoded, being written to disk.
  unsigned slots = 4;
  /// CPU threads; 0 lets the implementation choose.
  unsigned threads = 0;
  /// Where edges and planes live; where null, memory that suits the implementation.
  BufferProvider* memory = nullptr;
  /// For the CUDA rows: as above; a frame's work launched as one graph; PTX even where there is machine code.
  GpuMemory gpu_memory = GpuMemory::kAuto;
  bool cuda_graphs = true;
  bool cuda_jit = false;
};

/// Bytes of pictures that one frame's way through a pipeline moved, beyond what the kernels read and wrote.
struct CopyBytes {
  std::uint64_t cpu = 0;
  std::uint64_t engines_up = 0;    ///< to the GPU, by its copy engines
  std::uint64_t engines_down = 0;  ///< from the GPU, likewise

  bool operator==(const CopyBytes&) const = default;
};

/// Frame in, edges and histogram out: one implementation of SPEC.md.
///
/// Shapes:   any frame of check_frame(); each frame may have another size and format than the one before
/// Threads:  one thread at a time; different objects are independent
/// Lifetime: results may outlive the pipeline
/// Errors:   std::invalid_argument on a frame that check_frame() refuses; implementations add their device's
class EdgePipeline {
 public:
  explicit EdgePipeline(const PipelineOptions& options);
  virtual ~EdgePipeline() = default;
  EdgePipeline(const EdgePipeline&) = delete;
  EdgePipeline& operator=(const EdgePipeline&) = delete;

  /// Begins to work on a frame. False where every slot is out: the frame is dropped and counted, because waiting
  /// for a slow consumer would hold up the camera.
  bool submit(Frame frame, const EdgeRequest& request);

  /// The oldest submitted frame's result, waiting for it if need be; nothing where none was submitted.
  std::optional<EdgeResult> wait();

  /// submit() and wait() in one, for callers with nothing in flight; nothing where the frame was dropped.
  std::optional<EdgeResult> process(Frame frame, const EdgeRequest& request);

  std::uint64_t dropped() const { return dropped_; }
  /// Of the frame whose result came last.
  virtual CopyBytes last_copies() const { return {}; }
  /// Where frames lie best: in memory from which they need no copy by the CPU.
  virtual BufferProvider& frame_memory() { return ordinary_memory(); }

 protected:
  BufferProvider& memory() const { return memory_; }

 private:
  /// Begins the work on output.frame and shapes the images that it fills; calls output.frame_was_read() as soon
  /// as the frame's bytes are not needed any more.
  virtual void start(EdgeOutput& output) = 0;
  /// Waits until the output is complete; an implementation whose start() does all the work leaves it out.
  virtual void finish(EdgeOutput& /*output*/) {}

  BufferProvider& memory_;
  std::shared_ptr<OutputPool> pool_;
  std::vector<unsigned> in_flight_;  ///< oldest first; has room for every slot, so that no frame allocates
  std::uint64_t dropped_ = 0;
};

/// Throws std::invalid_argument, with the reason in words, on a frame that no implementation may touch: no pixels,
/// a side of 0 or above 65535, a stride below a row, rows that do not fit the address space, limited-range RGB.
void check_frame(const FrameView& frame);

}  // namespace sobelcam
