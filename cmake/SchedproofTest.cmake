# SPDX-License-Identifier: GPL-2.0-or-later
include(GoogleTest)

# schedproof_library(NAME SOURCES... [LINK libs...]): one folder, one static library, own warnings on.
function(schedproof_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC schedproof_flags ${ARG_LINK})
endfunction()

# schedproof_test(NAME LABEL fast|slow SOURCES... [LINK libs...]): one GoogleTest program; the label applies to all its tests.
function(schedproof_test name)
  cmake_parse_arguments(ARG "" "LABEL" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE schedproof_flags ${ARG_LINK} GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE SCHEDPROOF_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  if(TARGET schedproof)
    target_compile_definitions(${name} PRIVATE SCHEDPROOF_BINARY="$<TARGET_FILE:schedproof>")
  endif()
  gtest_discover_tests(${name} PROPERTIES LABELS ${ARG_LABEL} TIMEOUT 300 DISCOVERY_MODE PRE_TEST)
endfunction()
