# SPDX-License-Identifier: GPL-2.0-or-later
schedproof_test(test_rules LABEL fast
  SOURCES
    model/rules/boundaries_test.cpp
  LINK schedproof_model)
