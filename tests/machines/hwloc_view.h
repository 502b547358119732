// SPDX-License-Identifier: GPL-2.0-or-later
// A second opinion for tests: the same sysfs tree, read by hwloc and handed on as the XML export that it
// makes of it.
#pragma once

#include <hwloc.h>

#include <cstdlib>
#include <stdexcept>
#include <string>

namespace schedproof::machines::testing {

inline std::string hwloc_xml_of_sysfs(const std::string& root) {
  setenv("HWLOC_FSROOT", root.c_str(), 1);
  setenv("HWLOC_THISSYSTEM", "0", 1);
  setenv("HWLOC_COMPONENTS", "linux,stop", 1);  // the x86 component would ask the CPU that the test runs on
  hwloc_topology_t t = nullptr;
  char* xml = nullptr;
  int length = 0;
  hwloc_topology_init(&t);
  hwloc_topology_set_flags(t, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED);
  hwloc_topology_set_all_types_filter(t, HWLOC_TYPE_FILTER_KEEP_ALL);
  const bool loaded =
      hwloc_topology_load(t) == 0 && hwloc_topology_export_xmlbuffer(t, &xml, &length, 0) == 0;
  for (const char* name : {"HWLOC_FSROOT", "HWLOC_THISSYSTEM", "HWLOC_COMPONENTS"}) unsetenv(name);
  if (!loaded) throw std::runtime_error("hwloc cannot read " + root);
  const std::string text(xml);
  hwloc_free_xmlbuffer(t, xml);
  hwloc_topology_destroy(t);
  return text;
}

}  // namespace schedproof::machines::testing
