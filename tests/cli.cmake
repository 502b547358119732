# SPDX-License-Identifier: GPL-2.0-or-later
# The program as its users run it; each test starts it as a child process.
schedproof_test(test_cli LABEL fast
  SOURCES
    cli/cell_test.cpp
    cli/exit_codes_test.cpp
    cli/program.cpp
  LINK schedproof_cli
)
add_dependencies(test_cli schedproof)
