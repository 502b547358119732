# SPDX-License-Identifier: GPL-2.0-or-later
# Rules about the tree itself; each is a script that may be run by hand: tests/lint/layering.sh .
foreach(lint file_length foreign_headers layering licence_lines own_words simple_asserts tests_registered)
  add_test(NAME lint.${lint} COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/lint/${lint}.sh ${PROJECT_SOURCE_DIR})
  set_tests_properties(lint.${lint} PROPERTIES LABELS fast)
endforeach()
add_test(NAME lint.no_solver_symbols
  COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/lint/no_solver_symbols.sh ${PROJECT_SOURCE_DIR}
    $<TARGET_FILE:schedproof_model> $<TARGET_FILE:schedproof_properties>)
add_test(NAME lint.lints_bite COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/lint/lints_bite.sh)
set_tests_properties(lint.no_solver_symbols lint.lints_bite PROPERTIES LABELS fast)
add_test(NAME lint.generated_docs COMMAND bash ${PROJECT_SOURCE_DIR}/scripts/generate-docs.sh --check)
set_tests_properties(lint.generated_docs PROPERTIES LABELS fast
  ENVIRONMENT "SCHEDPROOF_PROGRAM=$<TARGET_FILE:schedproof>")
