# SPDX-License-Identifier: GPL-2.0-or-later
schedproof_test(test_model_machine LABEL fast
  SOURCES
    model/machine/builtin_test.cpp
    model/machine/cpu_mask_test.cpp
    model/machine/machine_test.cpp
    model/machine/validate_test.cpp
  LINK schedproof_model
)
schedproof_test(test_machines LABEL fast
  SOURCES
    machines/dumps_test.cpp
    machines/file_tree_test.cpp
    machines/hwloc_xml_test.cpp
    machines/kernel_view_test.cpp
    machines/load_test.cpp
    machines/machine_json_test.cpp
    machines/sysfs_files_test.cpp
    machines/sysfs_test.cpp
    machines/tarball_test.cpp
  LINK schedproof_machines
)
schedproof_test(test_cli_machine LABEL fast
  SOURCES
    cli/machine_text_test.cpp
  LINK schedproof_cli_machine
)
