# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# Sourced by the lints. A lint is called with the root of the tree, prints every offence as FILE[:LINE]: reason, and
# exits 1 if there is one.
set -u
export LC_ALL=C
root=${1:?usage: LINT ROOT}
cd "$root" || exit 2
offences=$(mktemp)
trap 'rm -f "$offences"' EXIT

# files PATTERN...: the project's files whose path matches one of the shell patterns; what git ignores is left out.
files() {
  local path pattern
  { git ls-files --cached --others --exclude-standard 2>/dev/null || find . -type f -not -path './build/*' | sed 's|^\./||'; } |
    sort | while read -r path; do
      [ -f "$path" ] || continue
      for pattern in "$@"; do
        # shellcheck disable=SC2053  # a pattern is meant
        if [[ $path == $pattern ]]; then
          printf '%s\n' "$path"
          break
        fi
      done
    done
}

# code: C++ files.
code() { files '*.h' '*.cpp' '*.hpp'; }

offence() { printf '%s\n' "$*" | tee -a "$offences"; }

# finish: the exit code of the lint; to be called last.
finish() {
  if [ -s "$offences" ]; then
    printf '%s: %s offence(s)\n' "$(basename "$0")" "$(wc -l <"$offences")" >&2
    exit 1
  fi
  exit 0
}
