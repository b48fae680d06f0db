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

# Starts the firmware in the background; it writes its log to the host. Its options follow. $listen: where, if not everywhere.
daemon_start() {
  rm -f /tmp/daemon.pid /tmp/daemon.exit
  (
    sobelcamd --listen "${listen:-0.0.0.0}:8080" "$@" >>/mnt/sobelcamd.log 2>&1 &
    echo $! >/tmp/daemon.pid
    wait $!
    echo $? >/tmp/daemon.exit
  ) </dev/null >/dev/null 2>&1 &
  await 50 test -s /tmp/daemon.pid
}

# Ends the firmware. $1 a signal's name; says the exit code and how many hundredths of a second it took.
daemon_stop() {
  daemon_asked=$(cut -d' ' -f1 /proc/uptime | tr -d .)
  kill "-$1" "$(cat /tmp/daemon.pid)" || return
  until [ -s /tmp/daemon.exit ]; do
    [ $(($(cut -d' ' -f1 /proc/uptime | tr -d .) - daemon_asked)) -lt 1500 ] || return 1
    usleep 10000
  done
  echo "$(cat /tmp/daemon.exit) $(($(cut -d' ' -f1 /proc/uptime | tr -d .) - daemon_asked))"
}

# What the firmware holds: descriptors, mappings and kilobytes of memory.
daemon_holds() {
  daemon_proc=/proc/$(cat /tmp/daemon.pid)
  echo "$(ls "$daemon_proc/fd" | wc -l) $(wc -l <"$daemon_proc/maps") $(awk '/^VmRSS:/ { print $2 }' "$daemon_proc/status")"
}
