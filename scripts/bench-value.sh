#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Prints what the one-source rules cost against hand-written code, for both compilers: the best of REPS repetitions each.
# Usage: scripts/bench-value.sh [REPS]
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
reps=${1:-15}
. "$root/scripts/setup.sh"
for preset in release clang; do
  build_preset "$root" "$preset" bench_value
  "$root/build/$preset/bench/bench_value" --benchmark_repetitions="$reps" --benchmark_min_time=0.05 --benchmark_format=csv 2>/dev/null |
    awk -F, -v preset="$preset" '
      $1 ~ /^"[a-z_]+\/[0-9]+"$/ { gsub(/"/, "", $1); if (!($1 in best) || $4 < best[$1]) best[$1] = $4 }
      END {
        for (n = 8; n <= 64; n *= 8)
          printf "%-8s %2d CPUs: plain %.1f ns, concrete %.1f ns (%.2f), through the policy %.1f ns (%.2f), %.1f million/s\n", preset, n,
            best["plain/" n], best["concrete/" n], best["concrete/" n] / best["plain/" n],
            best["concrete_policy/" n], best["concrete_policy/" n] / best["plain/" n], 1000 / best["concrete_policy/" n]
      }'
done
