# SPDX-License-Identifier: GPL-2.0-or-later
schedproof_test(properties_test LABEL fast
  SOURCES
    properties/claims_test.cpp
  LINK schedproof_properties)
schedproof_test(generators_test LABEL fast
  SOURCES
    properties/broken_twins_test.cpp
    properties/bugs_found_test.cpp
    properties/generators_test.cpp
    properties/known_violations_test.cpp
    properties/mutants_test.cpp
  LINK schedproof_generators)
schedproof_test(mutation_test LABEL slow
  SOURCES
    properties/mutation_test.cpp
  LINK schedproof_generators)
