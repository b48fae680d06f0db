// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/format_converter.h"

#include <dlfcn.h>
#include <linux/videodev2.h>
#include <sys/types.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <limits>
#include <utility>
#include <vector>

#include "drivers/camera/v4l2/known_formats.h"

namespace sobelcam::v4l2 {
namespace {

constexpr const char* kLibrary = "libv4lconvert.so.0";
constexpr std::uint32_t kRgb24 = fourcc_code("RGB3");

/// How the library reaches the device: its plugin interface, by which our calls come in between.
struct DeviceOperations {
  void* (*init)(int);
  void (*close)(void*);
  int (*ioctl)(void*, int, unsigned long, void*);
  ssize_t (*read)(void*, int, void*, std::size_t);
  ssize_t (*write)(void*, int, const void*, std::size_t);
  std::array<void (*)(), 7> reserved;
};

struct Functions {
  void* (*create)(int, void*, const DeviceOperations*);
  void (*destroy)(void*);
  int (*try_format)(void*, v4l2_format* target, v4l2_format* source);
  int (*convert)(void*, const v4l2_format* source, const v4l2_format* target, unsigned char* from, int from_bytes,
                 unsigned char* to, int to_bytes);
};

/// The loaded library; closed with the last converter.
class Library {
 public:
  static std::shared_ptr<const Library> load() {
    void* handle = ::dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
      return nullptr;
    }
    auto library = std::make_shared<Library>(handle);
    return library->complete_ ? library : nullptr;
  }

  explicit Library(void* handle) : handle_(handle) {
    complete_ = find(functions_.create, "v4lconvert_create_with_dev_ops") &&
                find(functions_.destroy, "v4lconvert_destroy") &&
                find(functions_.try_format, "v4lconvert_try_format") && find(functions_.convert, "v4lconvert_convert");
  }
  ~Library() { ::dlclose(handle_); }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  const Functions& functions() const { return functions_; }

 private:
  template <typename Function>
  bool find(Function& function, const char* symbol) {
    function = std::bit_cast<Function>(::dlsym(handle_, symbol));
    return function != nullptr;
  }

  void* handle_;
  Functions functions_{};
  bool complete_ = false;
};

/// As the system's call: -1 and errno.
int ioctl_of(void* device, int /*descriptor*/, unsigned long request, void* argument) {
  const int error = static_cast<const VideoDevice*>(device)->call(request, argument);
  errno = error;
  return error == 0 ? 0 : -1;
}

constexpr DeviceOperations kOperations{[](int) -> void* { return nullptr; },
                                       [](void*) {},
                                       ioctl_of,
                                       [](void*, int, void*, std::size_t) -> ssize_t {
                                         errno = ENOTSUP;
                                         return -1;
                                       },
                                       [](void*, int, const void*, std::size_t) -> ssize_t {
                                         errno = ENOTSUP;
                                         return -1;
                                       },
                                       {}};

v4l2_format single_planar(std::uint32_t fourcc, const FrameSize& size) {
  v4l2_format format{};
  format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  format.fmt.pix.pixelformat = fourcc;
  format.fmt.pix.width = size.width;
  format.fmt.pix.height = size.height;
  format.fmt.pix.field = V4L2_FIELD_NONE;
  return format;
}

int clamped(std::size_t bytes) {
  return static_cast<int>(std::min<std::size_t>(bytes, std::numeric_limits<int>::max()));
}

class LibraryConverter final : public FormatConverter {
 public:
  LibraryConverter(std::shared_ptr<const Library> library, std::shared_ptr<const VideoDevice> device)
      : library_(std::move(library)),
        device_(std::move(device)),
        // The interface has no const; what is called through it does not change the object.
        handle_(
            library_->functions().create(device_->descriptor(), const_cast<VideoDevice*>(device_.get()), &kOperations),
            library_->functions().destroy) {}

  /// False where the library can make nothing of the camera's formats.
  bool choose(const FrameSize& wanted) {
    target_ = single_planar(kRgb24, wanted);
    source_ = {};
    return handle_ && library_->functions().try_format(handle_.get(), &target_, &source_) == 0 &&
           target_.fmt.pix.pixelformat == kRgb24 && source_.fmt.pix.pixelformat != kRgb24;
  }

  std::uint32_t fourcc() const override { return source_.fmt.pix.pixelformat; }
  FrameSize size() const override { return {source_.fmt.pix.width, source_.fmt.pix.height}; }

  bool convert(const DriverFormat& from, std::span<const std::byte> picture, MutableFrameView target) override {
    v4l2_format source = single_planar(from.fourcc, {from.width, from.height});
    source.fmt.pix.bytesperline = from.bytes_per_line;
    source.fmt.pix.sizeimage = from.size_image;
    v4l2_format wanted = single_planar(kRgb24, {target.layout.width, target.layout.height});
    wanted.fmt.pix.bytesperline = static_cast<std::uint32_t>(target.layout.stride);
    wanted.fmt.pix.sizeimage = static_cast<std::uint32_t>(layout_bytes(target.layout));
    // A copy: the library may write to what it is given, and reads a whole picture even where the frame is short.
    scratch_.assign(picture.begin(), picture.end());
    scratch_.resize(std::max<std::size_t>(picture.size(), from.size_image));
    const int made = library_->functions().convert(
        handle_.get(), &source, &wanted, reinterpret_cast<unsigned char*>(scratch_.data()), clamped(picture.size()),
        target.data, clamped(layout_bytes(target.layout)));
    return made >= 0 && static_cast<std::size_t>(made) >= layout_bytes(target.layout);
  }

 private:
  std::shared_ptr<const Library> library_;
  std::shared_ptr<const VideoDevice> device_;
  std::unique_ptr<void, void (*)(void*)> handle_;
  v4l2_format target_{};
  v4l2_format source_{};
  std::vector<std::byte> scratch_;
};

}  // namespace

std::variant<std::shared_ptr<FormatConverter>, std::string> FormatConverter::create(
    std::shared_ptr<const VideoDevice> device, const FrameSize& wanted) {
  auto library = Library::load();
  if (!library) {
    return std::string("libv4l, which might convert them, is not installed (libv4lconvert.so.0; apt install libv4l-0)");
  }
  auto converter = std::make_shared<LibraryConverter>(std::move(library), std::move(device));
  if (!converter->choose(wanted)) {
    return std::string("libv4l cannot convert them either");
  }
  return converter;
}

}  // namespace sobelcam::v4l2
