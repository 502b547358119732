// SPDX-License-Identifier: GPL-2.0-or-later
// Merging: one value out of the values of several paths. Structs merge field by field through fields();
// what is concrete (an int, a pointer) must be the same on all paths.
#pragma once

#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "solver/arena.h"
#include "solver/int_choice.h"

namespace schedproof::solver {

template <class T>
inline constexpr bool is_sym_int = false;
template <class T>
inline constexpr bool is_sym_int<SymInt<T>> = true;

template <class T>
concept HasFields = requires(T& t) {
  t.fields();
};
template <class T>
concept MergesItself = requires(const SymBool& c, const T& a) {
  { T::merged(c, a, a) } -> std::same_as<T>;
};

/// `c ? a : b` as a term. Throws std::logic_error if the paths disagree on a concrete value.
template <class T>
T merge(const SymBool& c, const T& a, const T& b) {
  if constexpr (std::is_same_v<T, SymBool>) {
    return merge_bool(c, a, b);
  } else if constexpr (is_sym_int<T>) {
    return T::of(merge_int(c, a.term(), b.term()), "merge");
  } else if constexpr (std::is_same_v<T, SymNr>) {
    return merge_nr(c, a, b);
  } else if constexpr (MergesItself<T>) {
    return T::merged(c, a, b);
  } else if constexpr (HasFields<T>) {
    T out = a, other = b;
    auto mine = out.fields();
    auto theirs = other.fields();
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      ((std::get<I>(mine) = merge(c, std::as_const(std::get<I>(mine)), std::as_const(std::get<I>(theirs)))),
       ...);
    }
    (std::make_index_sequence<std::tuple_size_v<decltype(mine)>>{});
    return out;
  } else {
    if (!(a == b)) throw std::logic_error("paths of one rule disagree on a concrete value");
    return a;
  }
}

template <class T>
using Guarded = std::vector<std::pair<SymBool, T>>;

/// One of several values (at least one), by guards that exclude each other and of which one is true.
template <class T>
T merge_all(const Guarded<T>& guarded) {
  if (guarded.size() == 1) return guarded.front().second;
  if constexpr (std::is_same_v<T, SymBool>) {
    bool all_same = true;
    std::vector<SymBool> yes, no;
    for (const auto& [guard, value] : guarded) {
      all_same = all_same && identical(value, guarded.front().second);
      yes.push_back(guard && value);
      no.push_back(guard && !value);
    }
    if (all_same) return guarded.front().second;
    const SymBool result = disjunction(yes), contrary = disjunction(no);
    if (!result.is_constant()) result.arena()->make_dual(result, contrary);
    return result;
  } else if constexpr (std::is_same_v<T, SymNr>) {
    return merge_nrs(guarded);
  } else if constexpr (HasFields<T>) {
    T out = guarded.front().second;
    auto mine = out.fields();
    const auto merge_field = [&]<std::size_t I>() {
      using Field = std::decay_t<std::tuple_element_t<I, decltype(mine)>>;
      Guarded<Field> values;
      for (const auto& [guard, value] : guarded) {
        T copy = value;
        values.emplace_back(guard, std::get<I>(copy.fields()));
      }
      std::get<I>(mine) = merge_all(values);
    };
    [&]<std::size_t... I>(std::index_sequence<I...>) { (merge_field.template operator()<I>(), ...); }
    (std::make_index_sequence<std::tuple_size_v<decltype(mine)>>{});
    return out;
  } else {
    T out = guarded.back().second;
    for (std::size_t i = guarded.size() - 1; i-- > 0;) out = merge(guarded[i].first, guarded[i].second, out);
    return out;
  }
}

/// Tells the solver what is known of the order of a merged value's numbers.
template <class T>
void note_lemmas(Arena& arena, const T& value) {
  if (!arena.follows_order()) return;
  if constexpr (is_sym_int<T>) {
    arena.add_lemmas(order_lemmas(value.term()));
  } else if constexpr (HasFields<T>) {
    T copy = value;
    std::apply([&](const auto&... field) { (note_lemmas(arena, field), ...); }, copy.fields());
  }
}

/// Runs `body` along each of its local paths and merges the results.
template <class F>
auto explore(Arena& arena, F&& body) -> std::decay_t<decltype(body())> {
  using R = std::decay_t<decltype(body())>;
  Explorer explorer(arena);
  std::vector<std::optional<R>> true_side;  // one per open decision, as far as its true side is done
  for (;;) {
    explorer.begin_run();
    R result = body();
    explorer.end_run();
    true_side.resize(explorer.depth());
    while (explorer.depth() > 0 && explorer.last_is_done()) {
      result = merge(explorer.last_condition(), *true_side.back(), std::as_const(result));
      true_side.pop_back();
      explorer.drop_last();
    }
    if (explorer.depth() == 0) return result;
    true_side.back() = std::move(result);
    explorer.take_false_side();
  }
}

}  // namespace schedproof::solver
