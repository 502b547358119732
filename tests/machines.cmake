# SPDX-License-Identifier: GPL-2.0-or-later
schedproof_test(test_model_machine LABEL fast
  SOURCES
    model/machine/builtin_test.cpp
    model/machine/cpu_mask_test.cpp
    model/machine/machine_test.cpp
    model/machine/validate_test.cpp
  LINK schedproof_model
)
