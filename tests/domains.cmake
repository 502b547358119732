# SPDX-License-Identifier: GPL-2.0-or-later
schedproof_test(test_model_domains LABEL fast
  SOURCES
    model/domains/events_test.cpp
    model/domains/flags_test.cpp
    model/domains/groups_test.cpp
    model/domains/hotplug_test.cpp
    model/domains/large_test.cpp
    model/domains/levels_test.cpp
    model/domains/llc_test.cpp
    model/domains/names_test.cpp
    model/domains/nohz_test.cpp
    model/domains/numa_test.cpp
    model/domains/overlap_test.cpp
    model/domains/relax_test.cpp
    model/domains/templates_test.cpp
  LINK schedproof_model)
