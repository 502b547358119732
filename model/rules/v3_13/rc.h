// SPDX-License-Identifier: GPL-2.0-or-later
// The release candidates' placement rules where they differ from the release v3.13.
#pragma once

#include "model/rules/v3_13/v3_13.h"

namespace schedproof::model {

template <class D>
class V3_13_rc : public V3_13<D> {
 public:
  using S64 = typename D::S64;
  using V3_13<D>::V3_13;

  /// A weight of 0 changes nothing: until 9722c2dac708 (before v3.13) effective_load answered 0 then,
  /// although the group's other weights had shifted. Source: effective_load, kernel/sched/fair.c,
  /// 37dc6b50cee9.
  S64 effective_load(const State<D>& s, int group, Cpu cpu, S64 wl, S64 wg) const override {
    return d.join([&]() -> S64 {
      if (d.when("effective_load.no_weight", wl == S64{0})) return wl;
      return V3_13<D>::effective_load(s, group, cpu, wl, wg);
    });
  }

 protected:
  using Era<D>::d;
};

}  // namespace schedproof::model
