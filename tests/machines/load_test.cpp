// SPDX-License-Identifier: GPL-2.0-or-later
#include "machines/load.h"

#include <gtest/gtest.h>

#include "model/machine/builtin.h"
#include "tests/machines/files.h"

namespace schedproof::machines {
namespace {

std::string refusal(const std::string& what) {
  try {
    load_machine(what);
    return "";
  } catch (const std::exception& e) {
    return e.what();
  }
}
bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(LoadMachine, the_machine_it_runs_on_is_valid) {
  const auto live = load_machine("live");
  EXPECT_EQ(live.kind, LoadedMachine::Kind::live);
  EXPECT_GE(live.machine.online().weight(), 1);
  EXPECT_NO_THROW(validate(live.machine, true));
}

TEST(LoadMachine, a_built_in_name_gives_the_built_in_machine) {
  const auto m = load_machine("x5472");
  EXPECT_EQ(m.kind, LoadedMachine::Kind::builtin);
  EXPECT_TRUE(m.machine.same_hardware(model::builtin("x5472")));
}

TEST(LoadMachine, a_directory_names_the_machine) {
  const auto m = load_machine(testing::data("sysfs/two-nodes/"));
  EXPECT_EQ(m.kind, LoadedMachine::Kind::sysfs);
  EXPECT_EQ(m.machine.name, "two-nodes");
  EXPECT_EQ(load_machine(testing::data("sysfs/two-nodes")).machine.source, "sysfs tree two-nodes");
}

TEST(LoadMachine, a_machine_file_may_have_comments) {
  const testing::TemporaryDirectory dir;
  const auto m = load_machine(dir.write("m.json", "// two\n{ \"cpus\": 2 }"));
  EXPECT_EQ(m.kind, LoadedMachine::Kind::json);
  EXPECT_EQ(m.machine.nr_cpus(), 2);
  EXPECT_EQ(m.machine.name, "m");
}

TEST(LoadMachine, a_bad_machine_file_is_refused_with_file_and_place) {
  const testing::TemporaryDirectory dir;
  const auto broken = dir.write("m.json", "{ \"cpus\": }");
  EXPECT_TRUE(contains(refusal(broken), broken + ": it is not JSON: ")) << refusal(broken);
  EXPECT_TRUE(contains(refusal(broken), "line 1"));
  const auto wrong = dir.write("n.json", "{ \"cpus\": 2, \"package\": [[0, 1], [1]] }");
  EXPECT_EQ(refusal(wrong), wrong + ": machine.package[1]: CPU 1 is already in package[0]");
}

TEST(LoadMachine, what_it_does_not_know_is_refused_with_what_it_accepts) {
  EXPECT_TRUE(contains(refusal("x5742"), "did you mean x5472?"));
  EXPECT_TRUE(contains(refusal("x5742"), "accepted are live,"));
  EXPECT_TRUE(
      contains(refusal("none/x.xml"), "none/x.xml: there is no such file or directory; accepted are"));
  const testing::TemporaryDirectory dir;
  EXPECT_TRUE(contains(refusal(dir.write("m.txt", "")), "its name does not say what it is; accepted are"));
}

}  // namespace
}  // namespace schedproof::machines
