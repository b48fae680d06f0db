# shellcheck shell=sh
# SPDX-FileCopyrightText: sobelcam contributors
# SPDX-License-Identifier: Apache-2.0
# What commands in the emulated machine can use; busybox runs it.

# Loads a kernel module after those it needs. $1 its name, then its parameters.
load() {
  load_name=$1
  shift
  while read -r load_file; do
    [ -d "/sys/module/$(echo "${load_file%.ko}" | tr - _)" ] && continue
    if [ "$load_file" = "$(tail -n 1 "/modules/$load_name.order")" ]; then
      insmod "/modules/$load_file" "$@" || return
    else
      insmod "/modules/$load_file" || return
    fi
  done <"/modules/$load_name.order"
}

# Waits until a command succeeds. $1 tenths of a second at most, then the command.
await() {
  await_left=$1
  shift
  until "$@"; do
    await_left=$((await_left - 1))
    [ "$await_left" -gt 0 ] || return 1
    sleep 0.1
  done
}
