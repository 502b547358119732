# SPDX-License-Identifier: GPL-2.0-or-later
schedproof_test(test_solver LABEL fast
  SOURCES
    solver/agreement_test.cpp
    solver/prove_test.cpp
    solver/symbolic_test.cpp
  LINK schedproof_solver)
