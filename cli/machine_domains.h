// SPDX-License-Identifier: GPL-2.0-or-later
// What the text and the JSON form of domains share.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "model/domains/domains.h"

namespace schedproof::cli {

struct DomainParameter {
  const char* name;
  unsigned model::SdParams::*value;
};
/// Every parameter, by the kernel's name and in the order of printing.
const std::array<DomainParameter, 12>& domain_parameters();

/// The per-CPU pointers, by the kernel's name.
struct DomainPointer {
  const char* name;
  int model::PerCpuDomains::*value;
};
const std::array<DomainPointer, 4>& domain_pointers();

/// Domains of a CPU from its base upwards, as indices into Domains::domains.
std::vector<int> chain_of(const model::Domains& domains, model::Cpu cpu);

/// The groups of a domain in the order of the ring, from the one that has the lowest CPU on.
std::vector<const model::SchedGroup*> groups_from_lowest(const model::Domains& domains,
                                                         const model::SchedDomain& sd);

/// True if only some of the group's CPUs may balance for it.
inline bool has_own_mask(const model::SchedGroup& group) { return !group.span.subset_of(group.mask); }

}  // namespace schedproof::cli
