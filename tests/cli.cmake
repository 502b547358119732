# SPDX-License-Identifier: GPL-2.0-or-later
# The program as its users run it; each test starts it as a child process.
add_library(schedproof_program_test STATIC cli/program.cpp cli/xml.cpp)
target_link_libraries(schedproof_program_test PRIVATE schedproof_flags nlohmann_json::nlohmann_json)
target_compile_definitions(schedproof_program_test PRIVATE SCHEDPROOF_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
  SCHEDPROOF_BINARY="$<TARGET_FILE:schedproof>")
add_dependencies(schedproof_program_test schedproof)

schedproof_test(test_cli LABEL fast
  SOURCES
    cli/cell_test.cpp
    cli/exit_codes_test.cpp
    cli/gate_test.cpp
    cli/json_test.cpp
    cli/machine_show_test.cpp
    cli/names_test.cpp
    cli/output_test.cpp
    cli/repeat_test.cpp
    cli/scenario_commands_test.cpp
  LINK schedproof_cli schedproof_program_test
)
schedproof_test(test_cli_slow LABEL slow
  SOURCES
    cli/everything_test.cpp
    cli/help_test.cpp
  LINK schedproof_cli schedproof_program_test
)
schedproof_test(test_listed_violations LABEL fast
  SOURCES
    counterexamples/listed_violations_test.cpp
    model/policies/known_violations_test.cpp
  LINK schedproof_counterexamples
)
