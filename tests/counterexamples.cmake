# SPDX-License-Identifier: GPL-2.0-or-later
schedproof_test(test_counterexamples LABEL fast
  SOURCES
    counterexamples/explain_test.cpp
    counterexamples/explain_texts_test.cpp
    counterexamples/export_test.cpp
    counterexamples/minimise_test.cpp
    counterexamples/renumber_test.cpp
    counterexamples/replay_test.cpp
    counterexamples/scenario_reader_test.cpp
    counterexamples/scenario_writer_test.cpp
    counterexamples/trace_walk_test.cpp
    counterexamples/why_not_test.cpp
  LINK schedproof_counterexamples
)
schedproof_test(test_corpus LABEL fast
  SOURCES
    counterexamples/corpus_test.cpp
  LINK schedproof_counterexamples
)
