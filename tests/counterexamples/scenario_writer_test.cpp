// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/scenario_writer.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "counterexamples/atomic_file.h"
#include "counterexamples/replay.h"
#include "counterexamples/scenario_reader.h"
#include "tests/counterexamples/cases.h"

namespace schedproof::counterexamples {
namespace {

namespace fs = std::filesystem;
using model::Scenario;

/// A folder of its own for each test.
class ScenarioWriter : public testing::Test {
 protected:
  ScenarioWriter() {
    std::string name = (fs::temp_directory_path() / "schedproof-test-XXXXXX").string();
    folder = ::mkdtemp(name.data());
  }
  ~ScenarioWriter() override {
    fs::permissions(folder, fs::perms::owner_all);
    fs::remove_all(folder);
  }
  static std::string content(const fs::path& path) {
    std::ostringstream out;
    out << std::ifstream(path).rdbuf();
    return out.str();
  }
  static std::string refusal(const fs::path& path) {
    try {
      write_scenario_file(path, leaves_the_cache());
    } catch (const CannotWrite& error) {
      return error.what();
    }
    return "written";
  }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
  }
  fs::path folder;
};

TEST_F(ScenarioWriter, what_is_written_reads_back_equal) {
  Scenario without_mc = everything();
  without_mc.options.sched_mc = false;
  for (const Scenario& scenario : {leaves_the_cache(), everything(), without_mc}) {
    const std::string text = scenario_to_text(scenario);
    const Scenario again = read_scenario(text, "text");
    EXPECT_TRUE(same_scenario(scenario, again)) << text;
    EXPECT_EQ(scenario_to_text(again), text);
  }
}

TEST_F(ScenarioWriter, a_built_in_machine_is_written_as_its_name) {
  Scenario scenario = leaves_the_cache();
  scenario.machine = model::builtin("x5472");
  EXPECT_EQ(scenario_to_json(scenario).at("machine"), "x5472");
  EXPECT_TRUE(same_scenario(scenario, read_scenario(scenario_to_text(scenario), "text")));
}

TEST_F(ScenarioWriter, defaults_are_left_out_and_short_things_stand_on_one_line) {
  EXPECT_EQ(scenario_to_text(leaves_the_cache()), R"({
  "schedproof_scenario": 1,
  "title": "an idle CPU of another cache is chosen beside an idle cache sibling",
  "policy": "v3.13-rc3",
  "machine": { "cpus": 3, "llc": [[0, 1], [2]] },
  "tasks": [
    { "id": "waker", "running": true, "cpu": 0 },
    { "id": "wakee", "sleeping": true, "prev_cpu": 0 }
  ],
  "events": [{ "wake": "wakee", "by": "waker" }],
  "claim": { "id": "idle_sibling_shares_cache", "verdict": "known violation" },
  "found_by": { "engine": "hand" }
}
)");
}

TEST_F(ScenarioWriter, two_scenarios_that_differ_in_one_field_are_not_the_same) {
  const Scenario one = everything();
  Scenario other = one;
  other.tasks[1].wake_cpu = 2;
  EXPECT_FALSE(same_scenario(one, other));
  other = one;
  other.machine.cpus[1].llc = 9;
  EXPECT_FALSE(same_scenario(one, other));
  other = one;
  other.events[0].sync = false;
  EXPECT_FALSE(same_scenario(one, other));
}

TEST_F(ScenarioWriter, a_written_file_replays_and_is_the_only_one_in_its_folder) {
  Scenario scenario = leaves_the_cache();
  record_expectations(scenario);
  const auto path = folder / "a.scenario.json";
  write_scenario_file(path, scenario);
  EXPECT_EQ(content(path), scenario_to_text(scenario));
  EXPECT_TRUE(replay(read_scenario_file(path)).ok());
  EXPECT_EQ(files(), 1u);
}

TEST_F(ScenarioWriter, a_scenario_that_does_not_replay_is_not_written) {
  Scenario scenario = leaves_the_cache();
  scenario.events[0].expect_cpu = 1;
  const auto path = folder / "a.scenario.json";
  std::ofstream(path) << "before";
  EXPECT_THROW(write_scenario_file(path, scenario), DoesNotReplay);
  EXPECT_EQ(content(path), "before");
  EXPECT_EQ(files(), 1u);
}

TEST_F(ScenarioWriter, a_stop_between_writing_and_renaming_leaves_the_old_file_whole) {
  const auto path = folder / "a.scenario.json";
  std::ofstream(path) << "before";
  struct Stop {};
  const auto stop = [&](const std::string& temporary) {
    EXPECT_EQ(content(temporary), "after");
    EXPECT_EQ(fs::path(temporary).parent_path(), folder);
    EXPECT_EQ(content(path), "before");
    throw Stop{};
  };
  EXPECT_THROW(write_atomically(path, "after", stop), Stop);
  EXPECT_EQ(content(path), "before");
  EXPECT_EQ(files(), 1u);
}

TEST_F(ScenarioWriter, a_killed_process_leaves_the_old_file_whole) {
  const auto path = folder / "a.scenario.json";
  std::ofstream(path) << "before";
  const auto die = [](const std::string&) { ::_exit(7); };
  EXPECT_EXIT(write_atomically(path, "after", die), testing::ExitedWithCode(7), "");
  EXPECT_EQ(content(path), "before");
}

TEST_F(ScenarioWriter, a_file_gets_the_rights_that_the_umask_leaves) {
  const auto path = folder / "a.scenario.json";
  const mode_t before = ::umask(027);
  write_atomically(path, "text");
  ::umask(before);
  EXPECT_EQ(fs::status(path).permissions() & fs::perms::mask, fs::perms{0640});
}

TEST_F(ScenarioWriter, a_folder_that_is_not_there_is_named) {
  EXPECT_NE(refusal(folder / "absent" / "a.scenario.json")
                .find("absent/a.scenario.json: no file can be made in its folder: No such file"),
            std::string::npos);
  EXPECT_NE(refusal(folder).find("the finished file cannot take this name"), std::string::npos);
}

TEST_F(ScenarioWriter, a_folder_that_is_not_writable_is_named) {
  fs::permissions(folder, fs::perms::owner_read | fs::perms::owner_exec);
  const auto as_a_plain_user = [&] {
    if (::geteuid() == 0 && ::setuid(65534) != 0) ::_exit(2);
    const bool named =
        refusal(folder / "a.scenario.json").find("in its folder: Permission denied") != std::string::npos;
    ::_exit(named ? 3 : 1);
  };
  EXPECT_EXIT(as_a_plain_user(), testing::ExitedWithCode(3), "");
}

TEST_F(ScenarioWriter, a_full_disk_is_named) {
  // A limit on file sizes fails the write as a full disk does, and works everywhere.
  const auto path = folder / "a.scenario.json";
  const auto limited = [&] {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit none{10, 10};
    ::setrlimit(RLIMIT_FSIZE, &none);
    try {
      write_atomically(path, std::string(100, 'x'));
    } catch (const CannotWrite& error) {
      ::_exit(std::string(error.what()).find("a.scenario.json: writing failed: File too large") ==
                      std::string::npos
                  ? 1
                  : 3);
    }
    ::_exit(2);
  };
  EXPECT_EXIT(limited(), testing::ExitedWithCode(3), "");
  EXPECT_EQ(files(), 0u);
}

}  // namespace
}  // namespace schedproof::counterexamples
