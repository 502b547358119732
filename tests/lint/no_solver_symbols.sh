#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# no_solver_symbols.sh ROOT LIBRARY...: the built libraries of the rules and of the claims neither define nor ask for a
# symbol of the solver.
. "$(dirname "$0")/common.sh"

shift
[ $# -gt 0 ] || { echo 'usage: no_solver_symbols.sh ROOT LIBRARY...' >&2; exit 2; }
for library in "$@"; do
  symbols=$(nm -C "$library" 2>/dev/null) || { offence "$library: nm cannot read it"; continue; }
  grep -q 'schedproof' <<<"$symbols" || offence "$library: no symbol of the project: is it the right library?"
  grep -oE '\bZ3_[a-z_]+|\bz3::[a-z_]+' <<<"$symbols" | sort -u | while read -r symbol; do
    offence "$library: uses $symbol"
  done
done
finish
