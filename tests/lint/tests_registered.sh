#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Every test source and every lint is named in a list under tests/, so that none is forgotten; and every source file of
# a library in its CMakeLists.txt.
. "$(dirname "$0")/common.sh"

mapfile -t lists < <(files 'tests/*.cmake' 'tests/*CMakeLists.txt')
while read -r file; do
  grep -qE "(^|[[:space:]])${file#tests/}([[:space:])]|\$)" "${lists[@]}" ||
    offence "$file: in no list of tests/*.cmake"
done < <(files 'tests/*.cpp')
while read -r file; do
  case $file in tests/lint/common.sh) continue ;; esac
  name=$(basename "$file" .sh)
  grep -qE "(^|[[:space:](/.])$name([[:space:].)]|\$)" "${lists[@]}" || offence "$file: in no list of tests/*.cmake"
done < <(files 'tests/lint/*.sh')
for folder in model machines properties solver counterexamples cli bench; do
  while read -r file; do
    grep -qE "(^|[[:space:](])(${file#"$folder"/}|$(basename "$file" .cpp))([[:space:])]|\$)" "$folder/CMakeLists.txt" ||
      offence "$file: not in $folder/CMakeLists.txt"
  done < <(files "$folder/*.cpp")
done
finish
