#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Every source file begins with the licence line; a script has it within its first three lines. Headers go on with
# #pragma once.
. "$(dirname "$0")/common.sh"

spdx='SPDX-License-Identifier: GPL-2.0-or-later'
while read -r file; do
  [ "$(head -1 "$file")" = "// $spdx" ] || offence "$file:1: the first line is not // $spdx"
  case $file in
    *.h) grep -q '^#pragma once$' "$file" || offence "$file: no #pragma once" ;;
  esac
done < <(code)
while read -r file; do
  [ "$(head -1 "$file")" = "# $spdx" ] || offence "$file:1: the first line is not # $spdx"
done < <(files '*.cmake' '*CMakeLists.txt')
while read -r file; do
  case $file in
    *.sh | *.py) ;;
    *) [ "$(head -c 2 "$file" | tr -d '\0')" = '#!' ] || continue ;;
  esac
  head -3 "$file" | grep -qx "# $spdx" || offence "$file: no # $spdx in the first three lines"
done < <(files '*')
finish
