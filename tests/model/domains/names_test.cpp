// SPDX-License-Identifier: GPL-2.0-or-later
// Named decisions and constants: the lists are complete, each changes something, and no mutant crashes.
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "machines.h"

namespace schedproof::model::testing {
namespace {

std::set<std::string> names_in_source(const std::string& call) {
  std::set<std::string> names;
  const std::regex pattern(call + R"#(\(\s*"([^"]+)")#");
  for (const auto& file :
       std::filesystem::recursive_directory_iterator(SCHEDPROOF_SOURCE_DIR "/model/domains")) {
    if (!file.is_regular_file()) continue;
    std::stringstream text;
    text << std::ifstream(file.path()).rdbuf();
    const std::string s = text.str();
    for (std::sregex_iterator at(s.begin(), s.end(), pattern), end; at != end; ++at) names.insert((*at)[1]);
  }
  return names;
}

/// Everything that a mutant could change, over a life with each kind of event. "died": a kernel would have.
std::string life(const DomainRules& rules, const Machine& machine, const DomainOptions& options,
                 const Overrides& overrides) {
  auto s = rules.init(machine, options);
  s.overrides = overrides;
  std::stringstream out;
  const Partition left{CpuMask{0, 1, 2, 3}, 0};
  try {
    for (const DomainEvent& e : {DomainEvent{}, tick(0), nohz_enter(0), nohz_enter(1), tick(0),
                                 partition({left, {CpuMask{5, 6, 7}, -1}}), partition({left}), offline(0),
                                 nohz_enter(1), tick(1), online(0)}) {
      rules.apply(s, e);
      for (Cpu c = 0; c < machine.nr_cpus(); ++c) {
        const PerCpuDomains& p = s.domains.per_cpu(c);
        out << chain(s, c) << ' ' << p.sd_llc << ' ' << p.sd_llc_size << ' ' << p.sd_llc_id << ' '
            << p.sd_busy << '|';
        for (const SchedDomain* sd = s.domains.base(c); sd != nullptr; sd = s.domains.parent(*sd)) {
          out << sd->flags << ' ' << ring(s, *sd) << sd->params.smt_gain << sd->params.imbalance_pct;
          for (int g : sd->groups)
            out << s.domains.power_of_group(s.domains.group(g)).power << ' '
                << s.domains.power_of_group(s.domains.group(g)).nr_busy_cpus << ' '
                << s.domains.group(g).mask.to_list() << ' ';
        }
      }
      out << s.bad_dereferences.size() << s.doms_cur.size() << s.domains.domains.size() << '\n';
    }
  } catch (const std::logic_error& e) {
    out << "died: " << e.what();
  }
  return out.str();
}

struct Setting {
  Machine machine;
  DomainOptions options;
};
std::vector<Setting> settings() {
  Machine uneven = machine_of({3, 1, 2, 2});
  uneven.distance = {{10, 30, 20}, {30, 10, 40}, {20, 40, 10}};
  Machine one_node_matrix = machine_of({1, 2, 2, 2});
  one_node_matrix.distance = {{10}};
  return {{machine_of({2, 2, 2, 2}), {.relax_domain_level = 1}},
          {on_a_line(machine_of({4, 1, 1, 2})), {.asym_packing = true}},
          {on_a_line(machine_of({5, 1, 1, 2})), {.force_sd_overlap = true}},
          {with_llcs({0, 0, 1, 1, 2, 3, 3, 3}), {}},
          {uneven, {.sched_debug = true}},
          {one_node_matrix, {.relax_domain_level = 0}}};
}

TEST(DomainDecisions, are_listed_completely) {
  std::set<std::string> listed;
  for (const auto& name : domain_decisions("v3.13+585b6d2723dc"))
    EXPECT_TRUE(listed.insert(name).second) << name;
  EXPECT_EQ(listed, names_in_source("when"));
  EXPECT_EQ(domain_decisions("v3.13").size() + 2, listed.size());
  EXPECT_TRUE(domain_decisions("v3.14").empty());
}

TEST(DomainConstants, are_listed_completely) {
  std::set<std::string> plain;
  for (const auto& c : domain_constants("v3.13"))
    if (!c.name.starts_with("SD_") && !c.name.starts_with("sd_numa_init.")) plain.insert(c.name);
  EXPECT_EQ(plain, names_in_source("param"));
  EXPECT_TRUE(domain_constants("v3.14").empty());
}

TEST(DomainDecisions, each_changes_the_domains_of_some_system_and_none_crashes) {
  const auto& patched = rules("v3.13+585b6d2723dc");
  for (const auto& name : domain_decisions("v3.13+585b6d2723dc")) {
    bool changes = false;
    for (const Setting& s : settings())
      for (auto force : {Overrides::Force::to_true, Overrides::Force::to_false, Overrides::Force::negate}) {
        Overrides mutant;
        mutant.decisions[name] = force;
        changes |= life(patched, s.machine, s.options, mutant) != life(patched, s.machine, s.options, {});
      }
    // SD_SERIALIZE comes with SD_NUMA only, so dropping it alone never makes a parent degenerate.
    EXPECT_EQ(changes, name != "sd_parent_degenerate.one_node") << name;
  }
}

TEST(DomainConstants, set_to_another_value_reach_the_domains) {
  for (const auto& c : domain_constants("v3.13")) {
    Overrides set;
    set.params[c.name] = c.value;
    auto s = rules().init(machine_of({2, 2, 2, 2}), {});
    s.overrides = set;
    rules().apply(s, {});
    const auto plain = rules().boot(machine_of({2, 2, 2, 2}));
    for (int place = 0; place < 4; ++place) {
      EXPECT_EQ(domain(s, 0, place).params, domain(plain, 0, place).params)
          << c.name << " is the kernel's value";
      EXPECT_EQ(powers(s, domain(s, 0, place)), powers(plain, domain(plain, 0, place))) << c.name;
    }
  }
  auto s = rules().init(machine_of({2, 2, 2, 2}), {});
  s.overrides.params = {{"SD_MC_INIT.imbalance_pct", 117},
                        {"SD_SIBLING_INIT.smt_gain", 1200},
                        {"sd_numa_init.max_interval", 4}};
  rules().apply(s, {});
  EXPECT_EQ(domain(s, 0, 1).params.imbalance_pct, 117u);
  EXPECT_EQ(domain(s, 0, 2).params.imbalance_pct, 125u);
  EXPECT_EQ(domain(s, 0, 3).params.max_interval, 64u);
  EXPECT_EQ(s.domains.cpu_power[0], 600u);
}

}  // namespace
}  // namespace schedproof::model::testing
