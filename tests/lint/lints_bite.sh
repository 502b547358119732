#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# A lint that cannot fail is worth nothing: each is run over a small tree that offends against it, and must say where;
# and over a tree that does not, and must be content.
set -u
here=$(cd "$(dirname "$0")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failed=0
spdx='SPDX-License-Identifier: GPL-2.0-or-later'

clean() {
  rm -rf "${tree:?}"/*
  mkdir -p "$tree/model" "$tree/cli" "$tree/tests/lint"
  printf '// %s\n#pragma once\n#include "model/b.h"\n' "$spdx" >"$tree/model/a.h"
  printf '# %s\na.cpp\n' "$spdx" >"$tree/model/CMakeLists.txt"
  printf '# %s\n' "$spdx" >"$tree/tests/CMakeLists.txt"
}

# offends LINT FILE TEXT [ARGS]: the tree with FILE in it makes LINT fail, naming FILE; without it LINT passes.
offends() {
  local lint=$1 file=$2 text=$3 said
  clean
  bash "$here/$lint" "$tree" >/dev/null 2>&1 || { echo "$lint fails on a clean tree"; failed=1; }
  mkdir -p "$(dirname "$tree/$file")"
  printf '%b' "$text" >"$tree/$file"
  said=$(bash "$here/$lint" "$tree" 2>/dev/null)
  if [ $? -ne 1 ] || [[ $said != *"$file"* ]]; then
    echo "$lint does not notice $file"
    failed=1
  fi
}

offends file_length.sh model/long.cpp "$(printf '\\n%.0s' $(seq 401))"
offends file_length.sh tests/long.cpp "$(printf '\\n%.0s' $(seq 601))"
offends licence_lines.sh model/none.cpp 'int x;\n'
offends licence_lines.sh model/twice.h "// $spdx\nint x;\n"
offends licence_lines.sh tool '#!/bin/sh\ntrue\n'
offends layering.sh model/up.h "// $spdx\n#pragma once\n#include \"cli/cell.h\"\n"
offends layering.sh model/plain.h "// $spdx\n#pragma once\n#include \"beside.h\"\n"
offends foreign_headers.sh model/clock.h '#include <chrono>\n'
offends foreign_headers.sh cli/proof.cpp '#include <z3++.h>\n'
offends foreign_headers.sh cli/cases.cpp '#include <rapidcheck.h>\n'
offends own_words.sh notes.md "see /ho""me/someone/file\n"
offends own_words.sh model/later.h "// TO""DO: later\n"
offends own_words.sh model/who.h "// written in a sess""ion\n"
offends tests_registered.sh tests/forgotten_test.cpp "// $spdx\n"
offends tests_registered.sh model/forgotten.cpp "// $spdx\n"
offends simple_asserts.sh tests/both.cpp 'RC_ASSERT(a &&\n  b);\n'

clean
printf 'int Z3_mk_config; namespace schedproof { int x; }\n' >"$tree/z3.cpp"
if "${CXX:-c++}" -c "$tree/z3.cpp" -o "$tree/z3.o" 2>/dev/null; then
  bash "$here/no_solver_symbols.sh" "$tree" "$tree/z3.o" >/dev/null 2>&1 &&
    { echo 'no_solver_symbols.sh does not notice Z3_mk_config'; failed=1; }
fi
bash "$here/no_solver_symbols.sh" "$tree" "$tree/absent.a" >/dev/null 2>&1 &&
  { echo 'no_solver_symbols.sh does not notice that the library is absent'; failed=1; }
exit $failed
