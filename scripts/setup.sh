# Sourced by ./schedproof, ./test and .ci/run: installs the missing Debian packages, configures and builds one preset.
# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash

say() { printf '%s\n' "schedproof: $*" >&2; }

# install_packages ROOT: installs what scripts/packages.txt lists and the system lacks. A stamp file makes later calls free.
install_packages() {
  local root=$1 list missing=() runner=()
  list=$root/scripts/packages.txt
  local stamp=$root/build/.packages-installed
  if [ -f "$stamp" ] && [ "$stamp" -nt "$list" ]; then return 0; fi
  if ! command -v dpkg-query >/dev/null; then
    say "this set-up needs Debian 12 (dpkg-query is not here); install the packages named in scripts/packages.txt by hand"
    return 2
  fi
  while read -r package; do
    case $package in '' | '#'*) continue ;; esac
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done <"$list"
  if [ ${#missing[@]} -gt 0 ]; then
    if [ "$(id -u)" -ne 0 ]; then
      if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        runner=(sudo -n)
      elif command -v sudo >/dev/null && [ -t 0 ]; then
        runner=(sudo)
      else
        say "missing Debian packages: ${missing[*]}"
        say "run this as root: apt-get install ${missing[*]}"
        return 2
      fi
    fi
    say "installing ${#missing[@]} Debian packages: ${missing[*]}"
    "${runner[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null 2>&1 ||
      { "${runner[@]}" apt-get update -qq &&
        "${runner[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null; } ||
      { say "apt-get could not install: ${missing[*]}"; return 2; }
  fi
  mkdir -p "$root/build" && touch "$stamp"
}

# build_preset ROOT PRESET [NINJA TARGET...]: configures once and builds; two calls at once wait for each other.
build_preset() {
  local root=$1 preset=$2 dir=$1/build/$2 log
  shift 2
  mkdir -p "$dir" || { say "cannot write to $dir"; return 2; }
  exec 9>"$dir/.build-lock"
  flock 9 || return 2
  if [ ! -f "$dir/build.ninja" ]; then
    say "configuring ($preset)"
    log=$dir/configure.log
    (cd "$root" && cmake --preset "$preset") >"$log" 2>&1 || { cat "$log" >&2; say "cmake failed"; return 2; }
  fi
  if [ -t 2 ]; then
    NINJA_STATUS='[%f/%t] ' ninja -C "$dir" --quiet "$@" >&2 || return 2
  else
    log=$dir/build.log
    # Without a terminal: say that something is going on, once a minute. A build with nothing to do says nothing.
    if ninja -C "$dir" -n "$@" 2>/dev/null | grep -q 'no work to do'; then return 0; fi
    say "building ($preset); the first build takes some minutes; log: build/$preset/build.log"
    (while sleep 60; do say "building ($preset) $(grep -o '^\[[0-9]*/[0-9]*\]' "$log" 2>/dev/null | tail -1)"; done) 9>&- &
    local ticker=$!
    ninja -C "$dir" "$@" >"$log" 2>&1; local built=$?
    kill "$ticker" 2>/dev/null; wait "$ticker" 2>/dev/null
    [ "$built" -eq 0 ] || { grep -v '^\[' "$log" | head -60 >&2; say "the build failed; the whole log: $log"; return 2; }
  fi
  exec 9>&-
}
