# SPDX-License-Identifier: GPL-2.0-or-later
schedproof_test(properties_test LABEL fast
  SOURCES
    properties/claims_test.cpp
  LINK schedproof_properties)
