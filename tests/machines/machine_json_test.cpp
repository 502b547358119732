// SPDX-License-Identifier: GPL-2.0-or-later
#include "machines/machine_json.h"

#include <gtest/gtest.h>

#include "machines/load.h"
#include "model/machine/builtin.h"
#include "tests/machines/files.h"
#include "tests/model/machine/parts.h"

namespace schedproof::machines {
namespace {

using model::Machine;
using namespace model::testing;

Machine read(const char* text) { return machine_from_json(nlohmann::json::parse(text)); }

std::string refusal(const char* text) {
  try {
    read(text);
    return "";
  } catch (const model::BadMachine& e) {
    return e.what();
  }
}

void expect_round_trip(const Machine& m) {
  const auto json = machine_to_json(m);
  const Machine back = machine_from_json(nlohmann::json::parse(json.dump()));
  EXPECT_TRUE(back.same_hardware(m)) << json.dump();
  EXPECT_EQ(back.name, m.name);
  EXPECT_EQ(back.source, m.source);
  EXPECT_EQ(back.notes, m.notes);
  EXPECT_EQ(machine_to_json(back), json);
}

TEST(MachineJson, the_number_of_cpus_is_enough) {
  const Machine m = read(R"({"cpus": 4})");
  EXPECT_TRUE(m.same_hardware(Machine::flat(4)));
}

TEST(MachineJson, every_key_is_read) {
  const Machine m =
      read(R"({"cpus": 10, "name": "n", "source": "s", "notes": ["a note"], "holes": "9", "offline": [8],
    "isolated": "7", "smt": [[0, 1], "2-3"], "cluster": ["0-3"], "package": ["0-3", "4-8"], "node": ["0-3", "4-8"],
    "llc": ["0-3", "4-5", [6, 7, 8]], "distance": [[10, 21], [22, 10]],
    "capacity": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]})");
  EXPECT_EQ(m.name + m.source + m.notes.at(0), "nsa note");
  EXPECT_EQ(m.possible().to_list(), "0-8");
  EXPECT_EQ(m.online().to_list(), "0-7");
  EXPECT_EQ(m.isolated().to_list(), "7");
  EXPECT_EQ(cores(m), "0-1 2-3 4 5 6 7 8");
  EXPECT_EQ(clusters(m), "0-3 4 5 6 7 8");
  EXPECT_EQ(llcs(m), "0-3 4-5 6-8");
  EXPECT_EQ(packages(m), "0-3 4-8");
  EXPECT_EQ(nodes(m), "0-3 4-8");
  EXPECT_EQ(m.node_distance(1, 0), 22);
  EXPECT_EQ(m.cpu(8).capacity, 9);
}

TEST(MachineJson, defaults_follow_the_smaller_and_the_larger_unit) {
  EXPECT_EQ(clusters(read(R"({"cpus": 4, "smt": [[0, 2]]})")), "0,2 1 3");
  EXPECT_EQ(llcs(read(R"({"cpus": 4, "package": [[0, 1], [2, 3]]})")), "0-1 2-3");
  EXPECT_EQ(llcs(read(R"({"cpus": 4, "node": [[0, 1], [2, 3]]})")), "0-1 2-3");
  EXPECT_EQ(packages(read(R"({"cpus": 4, "node": [[0, 1], [2, 3]]})")), "0-3");
  EXPECT_EQ(read(R"({"cpus": 2, "node": [[0], [1]]})").node_distance(0, 1), 20);
  EXPECT_EQ(llcs(read(R"({"cpus": 5, "smt": [[2, 3]], "llc": [[0, 1]]})")), "0-1 2-3 4");
  EXPECT_EQ(read(R"({"cpus": 3, "capacity": 512})").cpu(2).capacity, 512);
}

TEST(MachineJson, a_string_is_a_built_in_machine) {
  EXPECT_TRUE(read(R"("hikey960")").same_hardware(model::builtin("hikey960")));
  EXPECT_EQ(refusal(R"("hikey961")")
                .rfind("machine: no built-in machine is called \"hikey961\"; did you mean hikey960?", 0),
            0u);
}

TEST(MachineJson, every_built_in_machine_is_written_as_its_name) {
  for (const auto& b : model::builtin_machines()) {
    EXPECT_EQ(machine_to_json(b.machine), nlohmann::ordered_json(b.name()));
    expect_round_trip(b.machine);
  }
}

TEST(MachineJson, round_trips_keep_every_machine) {
  for (const auto& b : model::builtin_machines()) {
    Machine m = b.machine;
    m.name = "another";
    expect_round_trip(m);
    m.cpu(0).capacity = 1;
    m.notes = {"a", "b"};
    m.cpu(m.nr_cpus() - 1).isolated = true;
    expect_round_trip(m);
  }
  for (const char* tree : {"smt2-one-llc", "two-nodes", "offline-cpu"})
    expect_round_trip(load_machine(testing::data(std::string("sysfs/") + tree)).machine);
  expect_round_trip(read(
      R"({"cpus": 20, "holes": "3,19", "offline": "4-5", "package": ["0-2", "4-18"], "llc": ["0-2", "4-9", "10-18"]})"));
}

TEST(MachineJson, a_changed_built_in_machine_is_not_written_as_its_name) {
  Machine m = model::builtin("desktop4");
  m.cpu(3).online = false;
  EXPECT_TRUE(machine_to_json(m).is_object());
  expect_round_trip(m);
}

TEST(MachineJson, defaults_are_left_out_and_keys_stand_in_a_fixed_order) {
  EXPECT_EQ(machine_to_json(Machine::flat(3)).dump(), R"({"cpus":3})");
  EXPECT_EQ(machine_to_json(read(R"({"llc": [[0, 1], [2]], "name": "m", "cpus": 3})")).dump(),
            R"({"cpus":3,"name":"m","llc":[[0,1],[2]]})");
  EXPECT_EQ(machine_to_json(read(R"({"capacity": 512, "node": ["0-8", "9-17"], "cpus": 18, "smt": ["0-1"]})"))
                .dump(),
            R"({"cpus":18,"smt":["0-1"],"node":["0-8","9-17"],"capacity":512})");
}

struct Fault {
  const char* json;
  const char* message;
};
class MachineJsonFault : public ::testing::TestWithParam<Fault> {};

TEST_P(MachineJsonFault, is_refused_with_its_place) {
  EXPECT_EQ(refusal(GetParam().json), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    All, MachineJsonFault,
    ::testing::Values(
        Fault{
            R"(7)",
            "machine: it is 7; accepted is the name of a built-in machine, or an object that describes one"},
        Fault{R"({})", "machine: the key \"cpus\" (number of CPUs) is missing"},
        Fault{R"({"cpus": "4"})", "machine.cpus: it is \"4\"; accepted is the number of CPUs"},
        Fault{R"({"cpus": 0})", "machine.cpus: 0 CPUs; accepted are 1 to 1024"},
        Fault{R"({"cpus": 1025})", "machine.cpus: 1025 CPUs; accepted are 1 to 1024"},
        Fault{R"({"cpus": 4, "package": [[0, 3], [1, 3]]})",
              "machine.package[1]: CPU 3 is already in package[0]"},
        Fault{R"({"cpus": 4, "node": ["0-2", "2-3"]})", "machine.node[1]: CPU 2 is already in node[0]"},
        Fault{R"({"cpus": 4, "node": ["0-1"]})", "machine.node: CPUs 2-3 are in no node"},
        Fault{R"({"cpus": 2, "llc": [[0], [2]]})",
              "machine.llc[1][0]: there is no CPU 2; the machine has CPUs 0-1"},
        Fault{R"({"cpus": 2, "llc": [[0, 0]]})", "machine.llc[0][1]: CPU 0 is named twice"},
        Fault{R"({"cpus": 2, "llc": [[]]})", "machine.llc[0]: the llc has no CPU"},
        Fault{R"({"cpus": 3, "holes": [2], "llc": [[0, 2]]})", "machine.llc[0][1]: CPU 2 is a hole"},
        Fault{R"({"cpus": 2, "llc": 3})",
              "machine.llc: it is 3; accepted is a list of CPU sets such as [[0, 1], \"2-3\"]"},
        Fault{R"({"cpus": 2, "node": [[0], [1]], "distance": [[10, 20], [20]]})",
              "machine.distance[1]: the matrix is not square: 2 rows, but 1 columns here"},
        Fault{R"({"cpus": 2, "node": [[0], [1]], "distance": [[11, 20], [20, 10]]})",
              "machine.distance[0][0]: distance 11 of a node to itself; the local distance is 10"},
        Fault{R"({"cpus": 2, "node": [[0], [1]], "distance": [[10]]})",
              "machine.distance: it has 1 rows, but the machine has 2 nodes"},
        Fault{R"({"cpus": 2, "distance": [[10, 20], [20, 10]]})",
              "machine.distance: it has 2 rows, but the machine has 1 node"},
        Fault{R"({"cpus": 2, "capacity": [1024, 0]})", "machine.cpu 1: capacity 0 is outside 1..1024"},
        Fault{R"({"cpus": 2, "capacity": [1024]})",
              "machine.capacity: it has 1 numbers, but the machine has 2 CPUs"},
        Fault{R"({"cpus": 2, "smt": [[0, 1]], "llc": [[0], [1]]})",
              "machine.cpu 1: shares its core with cpu 0, but not its LLC; a core cannot cross an LLC"},
        Fault{R"({"cpus": 2, "offline": [0, 1]})", "machine.cpus: no CPU is online"}));

TEST(MachineJson, an_unknown_key_is_refused_with_the_nearest_one) {
  EXPECT_EQ(refusal(R"({"cpus": 2, "nodes": [[0, 1]]})")
                .rfind("machine: no key of a machine is called \"nodes\"; did you mean "
                       "node? Known are cpus,",
                       0),
            0u);
}

}  // namespace
}  // namespace schedproof::machines
