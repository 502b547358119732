#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# RapidCheck's assertion prints its expression's parts; with && or || in it, it says only "false". One assertion each.
. "$(dirname "$0")/common.sh"

while read -r file; do
  # An assertion ends at the first semicolon, perhaps lines later.
  awk '/RC_ASSERT[A-Z_]*\(/ && !open { open = NR; text = "" }
       open { text = text $0; if (index($0, ";")) { if (text ~ /&&|\|\|/) print open; open = 0 } }' "$file" |
    while read -r line; do offence "$file:$line: RC_ASSERT with && or ||: make it two"; done
done < <(code)
finish
