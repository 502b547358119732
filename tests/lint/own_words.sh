#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The project speaks of itself alone: no path that exists on one computer only, no word about how or by whom it is
# written, nothing left for later. (The brackets keep this file from finding itself.)
. "$(dirname "$0")/common.sh"

# forbid REGEX REASON: in every text file but the licence
forbid() {
  local file line rest
  while IFS=: read -r file line rest; do
    offence "$file:$line: $2: $(cut -c1-100 <<<"$rest")"
  done < <(files '*' | grep -vx LICENSE | tr '\n' '\0' | xargs -0 grep -nIE "$1" --)
}

forbid '(^|[^A-Za-z0-9_.>})/-])/([w]ork|[h]ome|[t]mp|[r]oot|[v]ar/tmp)(/|[^A-Za-z0-9_]|$)' \
  'a path of one computer'
forbid '(^|[^A-Za-z_])([Ss]essions?|[Aa]gents?|[Hh]elpers?|[Ww]orkplace|[Rr]egistries|[Ll][L]Ms?)([^A-Za-z_]|$)' \
  'a word about the making, not the thing'
forbid '(^|[^A-Za-z_])([T]ODO|[F]IXME|[X]XX|[H]ACK)([^A-Za-z_]|$)' 'work left for later'
finish
