# shellcheck shell=bash
# SPDX-FileCopyrightText: sobelcam contributors
# SPDX-License-Identifier: Apache-2.0
# Sourced by tools/run and tools/test: the Debian and Ubuntu packages that they need, and how they get them.

# shellcheck disable=SC2034 # read by tools/run and tools/test
build_packages=(g++ cmake ninja-build libturbojpeg0-dev libjpeg-dev libpng-dev libssl-dev libhwy-dev libcli11-dev
  libboost-dev nlohmann-json3-dev libspdlog-dev libjs-chart.js)
# shellcheck disable=SC2034 # read by tools/test
test_packages=(libgtest-dev python3-numpy clang-format-14 clang-tidy-14 nodejs:node npm:npm chromium:chromium
  g++-aarch64-linux-gnu:aarch64-linux-gnu-g++ qemu-user-static:qemu-aarch64-static
  qemu-system-x86:qemu-system-x86_64 busybox-static kmod cpio v4l-utils libv4l-0 curl:curl slurm-wlm munge)

# Installs what is missing of the named packages; says so first. PACKAGE:COMMAND counts as there when the command is,
# wherever it came from. $1 is the script's name, for the messages.
ensure_packages() {
  local script=$1
  shift
  local missing=() package command
  local installed
  installed=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' "${@%%:*}" 2>/dev/null) || true
  for package in "$@"; do
    command=${package#*:}
    if [ "$command" != "$package" ] && command -v "$command" >/dev/null; then
      continue
    fi
    grep -qx "${package%%:*} installed" <<<"$installed" || missing+=("${package%%:*}")
  done
  if [ ${#missing[@]} -eq 0 ]; then
    return 0
  fi
  if ! command -v apt-get >/dev/null; then
    echo "$script: there is no apt-get here; install these packages (or what your system calls them) by hand:" >&2
    echo "  ${missing[*]}" >&2
    return 2
  fi
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    as_root=(sudo)
    if ! command -v sudo >/dev/null; then
      echo "$script: installing packages needs root and there is no sudo; run this as root, then start again:" >&2
      echo "  apt-get install --no-install-recommends ${missing[*]}" >&2
      return 2
    fi
  fi
  echo "$script: installing with apt-get${as_root:+ (sudo may ask for your password)}: ${missing[*]}"
  "${as_root[@]}" apt-get update -qq &&
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null || {
    echo "$script: apt-get could not install: ${missing[*]}" >&2
    return 2
  }
}

# Configures once and builds with a preset; prints the log only when it fails. $1 script, $2 preset, then targets.
# The tests are configured where $with_tests is set, also in a folder that was configured without them.
build_preset() {
  local script=$1 preset=$2
  shift 2
  local folder=build
  [ "$preset" = release ] || folder=build/$preset
  local log=$folder/build.log
  mkdir -p "$folder"
  local options=()
  if [ -n "${with_tests:-}" ] && ! grep -qsx 'SOBELCAM_TESTS:STRING=ON' "$folder/CMakeCache.txt"; then
    options=(-DSOBELCAM_TESTS=ON)
  fi
  # Device code has no sanitizers: the release build's, made before, will do.
  if [ "$preset" = asan ] && [ -d build/kernels/device_code ]; then
    options+=("-DSOBELCAM_DEVICE_CODE_FROM=$PWD/build")
  fi
  if [ ! -f "$folder/build.ninja" ] || [ -n "${options[*]}" ]; then
    echo "$script: configuring and building ($preset); the first time takes a few minutes"
    cmake --preset "$preset" "${options[@]}" >"$log" 2>&1 || {
      cat "$log" >&2
      return 1
    }
  fi
  cmake --build "$folder" ${1:+--target "$@"} >"$log" 2>&1 || {
    cat "$log" >&2
    return 1
  }
}
