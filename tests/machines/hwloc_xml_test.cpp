// SPDX-License-Identifier: GPL-2.0-or-later
#include "machines/hwloc_xml.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "machines/load.h"
#include "tests/machines/files.h"
#include "tests/machines/hwloc_view.h"
#include "tests/model/machine/parts.h"

namespace schedproof::machines {
namespace {

using model::Machine;
using namespace model::testing;

std::string two_nodes_xml() {
  std::ifstream in(testing::data("hwloc/two-nodes-smt.xml"));
  return std::string(std::istreambuf_iterator<char>(in), {});
}
/// The export with `from` replaced, which must be there.
std::string edited(const std::string& from, const std::string& to) {
  std::string xml = two_nodes_xml();
  const auto at = xml.find(from);
  if (at == std::string::npos) throw std::invalid_argument(from);
  return xml.replace(at, from.size(), to);
}
bool notes_say(const Machine& m, const std::string& text) {
  return std::any_of(m.notes.begin(), m.notes.end(),
                     [&](const auto& note) { return note.find(text) != std::string::npos; });
}

TEST(HwlocXml, levels_become_ids) {
  const auto loaded = load_machine(testing::data("hwloc/two-nodes-smt.xml"));
  const Machine& m = loaded.machine;
  EXPECT_EQ(loaded.kind, LoadedMachine::Kind::hwloc_xml);
  EXPECT_EQ(m.name, "two-nodes-smt");
  EXPECT_EQ(cores(m), "0-1 2-3 4-5 6-7");
  EXPECT_EQ(clusters(m), "0-1 2-3 4-5 6-7");
  EXPECT_EQ(llcs(m), "0-3 4-7");
  EXPECT_EQ(packages(m), "0-3 4-7");
  EXPECT_EQ(nodes(m), "0-3 4-7");
}

TEST(HwlocXml, missing_distances_and_capacities_are_assumed_and_told) {
  const Machine m = machine_from_hwloc_xml_text(two_nodes_xml(), "x");
  EXPECT_EQ(m.node_distance(0, 1), 20);
  EXPECT_TRUE(notes_say(m, "Node distances are missing"));
  EXPECT_TRUE(notes_say(m, "no CPU capacities"));
}

TEST(HwlocXml, capacities_are_read_from_cpu_kinds) {
  const char* kinds =
      "<cpukind cpuset=\"0x0000000f\"><info name=\"LinuxCapacity\" value=\"400\"/></cpukind>"
      "<cpukind cpuset=\"0x000000f0\"><info name=\"LinuxCapacity\" value=\"1024\"/></cpukind></topology>";
  const Machine m = machine_from_hwloc_xml_text(edited("</topology>", kinds), "x");
  EXPECT_EQ(m.cpu(3).capacity, 400);
  EXPECT_EQ(m.cpu(4).capacity, 1024);
  EXPECT_FALSE(notes_say(m, "capacities"));
}

TEST(HwlocXml, distances_are_read_from_the_latency_matrix) {
  const char* matrix =
      "<distances2 type=\"NUMANode\" nbobjs=\"2\" kind=\"5\" name=\"NUMALatency\" indexing=\"os\">"
      "<indexes length=\"4\">0 1 </indexes><u64values length=\"12\">10 31 25 10 "
      "</u64values></distances2></topology>";
  const Machine m = machine_from_hwloc_xml_text(edited("</topology>", matrix), "x");
  EXPECT_EQ(m.distance, (std::vector<std::vector<int>>{{10, 31}, {25, 10}}));
}

TEST(HwlocXml, impossible_distances_are_refused) {
  const char* matrix =
      "<distances2 type=\"NUMANode\" nbobjs=\"2\" kind=\"5\" name=\"NUMALatency\" indexing=\"os\">"
      "<indexes length=\"4\">0 1 </indexes><u64values length=\"12\">10 31 999 10 "
      "</u64values></distances2></topology>";
  EXPECT_THROW(machine_from_hwloc_xml_text(edited("</topology>", matrix), "x"), BadInput);
}

TEST(HwlocXml, what_is_no_export_is_refused) {
  try {
    machine_from_hwloc_xml_text("<a></a>", "file.xml");
    FAIL();
  } catch (const BadInput& e) {
    EXPECT_NE(std::string(e.what()).find("file.xml: libhwloc cannot read it; accepted is"),
              std::string::npos);
  }
  EXPECT_THROW(machine_from_hwloc_xml("/nonexistent.xml"), BadInput);
}

TEST(HwlocXml, hwloc_and_the_sysfs_reader_agree_on_our_own_trees) {
  for (const char* name : {"smt2-one-llc", "two-nodes"}) {
    const std::string root = testing::data(std::string("sysfs/") + name);
    Machine ours = load_machine(root).machine;
    const Machine theirs = machine_from_hwloc_xml_text(testing::hwloc_xml_of_sysfs(root), name);
    for (auto& i : ours.cpus) i.isolated = false;  // hwloc does not know
    EXPECT_TRUE(ours.same_hardware(theirs)) << name;
  }
}

}  // namespace
}  // namespace schedproof::machines
