#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Who may include what from outside: the solver's headers only in solver/, RapidCheck only in the generators, and in
# model/ nothing that reads, writes, measures time or draws numbers.
. "$(dirname "$0")/common.sh"

# forbid HEADER_REGEX REASON FILE...
forbid() {
  local regex=$1 reason=$2 file line text
  shift 2
  for file in "$@"; do
    while IFS=: read -r line text; do
      offence "$file:$line: $reason (${text})"
    done < <(grep -nE "^[[:space:]]*#[[:space:]]*include[[:space:]]*[<\"]($regex)[>\"]" "$file")
  done
}

mapfile -t outside_solver < <(code | grep -vE '^(solver|tests/solver)/')
mapfile -t outside_generators < <(code | grep -vE '^(properties/generators/([^/]*\.cpp|pick\.h)|tests/.*\.cpp)$')
mapfile -t model < <(code | grep '^model/')
forbid 'z3(\+\+|_[a-z]*)?\.h' 'the solver is used only in solver/' "${outside_solver[@]}"
forbid 'rapidcheck[^>"]*' 'RapidCheck is used only in properties/generators/*.cpp, its pick.h, and tests' \
  "${outside_generators[@]}"
forbid 'random|chrono|iostream|fstream|ctime|cstdio|filesystem|thread|fmt/.*|nlohmann/.*|hwloc.*|unistd.h' \
  'model/ has no input or output, no clock, no randomness' "${model[@]}"
finish
