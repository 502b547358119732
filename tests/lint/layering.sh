#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# A folder may use itself and the folders before it in this order, and no other; tests and benchmarks may use all.
. "$(dirname "$0")/common.sh"

order=(model machines properties solver counterexamples cli)
allowed=''
for folder in "${order[@]}"; do
  allowed="$allowed${allowed:+|}$folder"
  while read -r file; do
    while IFS=: read -r line text; do
      included=$(sed 's/^[^"]*"\([^"]*\)".*/\1/' <<<"$text")
      [[ $included =~ ^($allowed)/ ]] || offence "$file:$line: $folder/ may not include \"$included\""
    done < <(grep -nE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' "$file")
  done < <(files "$folder/*.h" "$folder/*.cpp")
done
finish
