#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Finds the scenarios of counterexamples/corpus/ anew: for each violation that a policy lists (`schedproof policies`)
# the smallest case, POLICY-CLAIM.scenario.json, and where the list names a policy that mends it, the same case under
# that policy, POLICY-CLAIM.mended.scenario.json. A '+' in a policy's name is '_' in the file's. What a policy lists
# for a second reason is in POLICY-CLAIM-2.
#
# usage: scripts/refresh-corpus.sh [CLAIM...]      only these claims; default: all
# A case that is not found is recorded anew from the file that is there. To be run after a change of the rules, the claims, the list or the scenario format; then read `git diff`. Titles that
# a file already has are kept. Other scenarios in the folder are recorded anew, not searched for.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
schedproof=${SCHEDPROOF_PROGRAM:-$root/schedproof}
corpus=$root/counterexamples/corpus
found=$(mktemp -d)
trap 'rm -rf "$found"' EXIT

# "POLICY<tab>CLAIM<tab>MENDED_BY<tab>REASON" for each listed violation
listed() {
  "$schedproof" policies --json |
    awk -F'"' '/^    "name":/ { policy = $4 }
               /^        "claim":/ { claim = $4 }
               /^        "mended_by":/ { mended = $4 }
               /^        "reason":/ { print policy "\t" claim "\t" (mended == "" ? "-" : mended) "\t" $4 }'
}

title_of() { [ -f "$1" ] && sed -n 's/^  "title": "\(.*\)",$/\1/p' "$1" || true; }

# record IN OUT POLICY TITLE: a title that OUT has is kept
record() {
  local title
  title=$(title_of "$2")
  "$schedproof" replay "$1" --policy "$3" --record "$2" --title "${title:-$4}"
}

# holds FILE POLICY: does the file's claim hold in its case under the policy?
holds() { "$schedproof" replay "$1" --policy "$2" | grep -q 'claim [a-z_]*: holds$'; }

# smallest POLICY CLAIM MENDED: of several seeds' finds the smallest file, so that one unlucky start does not decide;
# and one that MENDED mends, for a claim may be listed for other reasons as well.
smallest() {
  local policy=$1 claim=$2 mended=$3 best='' file
  rm -rf "$found"/[0-9]*
  for seed in 1 2 3 4 5 6 7 8; do
    "$schedproof" generate --policy "$policy" --claim "$claim" --cases 2000 --seed "$seed" --save "$found/$seed" >&2 || true
    for file in "$found/$seed"/*.scenario.json; do
      grep -q '"verdict": "known violation"' "$file" 2>/dev/null || continue
      [ "$mended" = - ] || holds "$file" "$mended" || continue
      if [ -z "$best" ] || [ "$(wc -c <"$file")" -lt "$(wc -c <"$best")" ]; then best=$file; fi
    done
  done
  [ -n "$best" ] && cp "$best" "$found/smallest.scenario.json"
}

declare -A by_policy by_reason  # files already made, for what a policy lists twice
status=0
while IFS=$'\t' read -r policy claim mended reason; do
  name=$corpus/${policy//+/_}-$claim
  second=${by_policy[$policy $claim]:-}
  [ -z "$second" ] || name=$name-2
  by_policy[$policy $claim]=$name
  [ -n "${by_reason[$claim $reason]:-}" ] || by_reason[$claim $reason]=$name.scenario.json
  if [ $# -gt 0 ] && [[ " $* " != *" $claim "* ]]; then continue; fi
  if [ -n "$second" ]; then  # the search would meet the first reason again: the case is another policy's
    cp "${by_reason[$claim $reason]}" "$found/smallest.scenario.json"
  elif smallest "$policy" "$claim" "$mended"; then
    :
  elif [ -f "$name.scenario.json" ]; then  # made by hand: a state that is seldom drawn
    cp "$name.scenario.json" "$found/smallest.scenario.json"
  else
    echo "no case of $claim under $policy was found" >&2
    status=1
    continue
  fi
  record "$found/smallest.scenario.json" "$name.scenario.json" "$policy" "$reason"
  if [ "$mended" != - ]; then
    record "$name.scenario.json" "$name.mended.scenario.json" "$mended" "mended by $mended: $claim"
  fi
done < <(listed)

if [ $# -eq 0 ]; then
  for file in "$corpus"/*.scenario.json; do
    record "$file" "$file" "$(sed -n 's/^  "policy": "\(.*\)",$/\1/p' "$file")" ''
  done
fi
exit $status
