#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Writes what the documentation takes from the code: docs/deviations.md from the DEVIATION: comments, and in README.md
# the table of claims (between <!-- claims:begin --> and <!-- claims:end -->) and of machines (machines:begin, :end).
#
# usage: scripts/generate-docs.sh [--check]     --check writes nothing and fails if something is stale
# SCHEDPROOF_PROGRAM names the built program; default: that of the release build, else ./schedproof, which builds it.
set -eu
export LC_ALL=C
root=$(cd "$(dirname "$0")/.." && pwd)
schedproof=${SCHEDPROOF_PROGRAM:-$root/build/release/cli/schedproof}
[ -x "$schedproof" ] || schedproof=$root/schedproof
check=false
case ${1:-} in
  --check) check=true ;;
  '') ;;
  *)
    echo "usage: scripts/generate-docs.sh [--check]" >&2
    exit 2
    ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root"

# deviations_of FILE: "- `FUNCTION`: TEXT" for each. A comment ends at the first line that is none; its text begins after
# the mark and joins the lines; what it belongs to is the first name before a bracket that follows.
deviations_of() {
  awk '
    function finish() {
      if (text == "") return
      gsub(/[ \t]+/, " ", text)
      sub(/^ /, "", text)
      texts[++n] = text
      text = ""
    }
    {
      comment = match($0, /^[ \t]*\/\/\/?/)
      if (comment) {
        line = substr($0, RSTART + RLENGTH)
        while ((at = index(line, "DEVIATION:")) > 0) {
          if (text != "") text = text " " substr(line, 1, at - 1)
          finish()
          line = substr(line, at + 10)
          text = " "
        }
        if (text != "") text = text " " line
        next
      }
      finish()
      if (n > 0 && match($0, /[A-Za-z_0-9:~]+\(/) && $0 !~ /^[ \t]*(template|requires)/) {
        name = substr($0, RSTART, RLENGTH - 1)
        sub(/.*::/, "", name)
        for (i = 1; i <= n; ++i) print "- `" name "`: " texts[i]
        n = 0
      }
    }
    END {
      finish()
      for (i = 1; i <= n; ++i) print "- " texts[i]
    }' "$1"
}

deviations() {
  echo '# Deviations from the kernel'
  echo
  echo 'Where a rule here knowingly differs from the kernel function whose name it bears. Collected from the `DEVIATION:`'
  echo 'comments by scripts/generate-docs.sh; to change a sentence, change the comment.'
  local file
  find model machines properties solver counterexamples -name '*.h' -o -name '*.cpp' | sort |
    while read -r file; do
      grep -q 'DEVIATION:' "$file" || continue
      printf '\n## %s\n\n' "$file"
      deviations_of "$file"
    done
}

machines() {
  echo '| machine | CPUs | what it is |'
  echo '|---|---|---|'
  "$schedproof" machine list | sed -E 's/^([^ ]+) +([0-9]+) CPUs +(.*)$/| `\1` | \2 | \3 |/'
}

# between NAME FILE: standard input with FILE between its marks NAME:begin and NAME:end
between() {
  awk -v name="$1" -v file="$2" '
    index($0, "<!-- " name ":end -->") { skip = 0; ++ends }
    !skip { print }
    index($0, "<!-- " name ":begin -->") {
      print ""  # a table that follows a comment at once is none to some readers
      while ((getline line < file) > 0) print line
      print ""
      skip = 1
      ++begins
    }
    END {
      if (begins == 1 && ends == 1 && !skip) exit 0
      print "README.md needs the lines <!-- " name ":begin --> and <!-- " name ":end -->, once each" > "/dev/stderr"
      exit 2
    }'
}

deviations >"$work/deviations.md"
"$schedproof" claims --markdown >"$work/claims"
machines >"$work/machines"
between claims "$work/claims" <README.md >"$work/README.1"
between machines "$work/machines" <"$work/README.1" >"$work/README.md"

# update NEW OLD
status=0
update() {
  if cmp -s "$1" "$2"; then return; fi
  if $check; then
    echo "$2 is stale; run scripts/generate-docs.sh" >&2
    diff -u "$2" "$1" | head -20 >&2 || true
    status=1
  else
    cp "$1" "$2.new" && mv "$2.new" "$2"
    echo "wrote $2"
  fi
}
mkdir -p docs
update "$work/deviations.md" docs/deviations.md
update "$work/README.md" README.md
exit $status
