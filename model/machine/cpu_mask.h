// SPDX-License-Identifier: GPL-2.0-or-later
// A set of CPU numbers, the kernel's cpumask. Fixed size, so that masks copy, compare and hash without
// allocation.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace schedproof::model {

using Cpu = int;  // a CPU number; -1 stands for "no CPU"
inline constexpr int kMaxCpus = 1024;

class CpuMask {
 public:
  constexpr CpuMask() = default;
  constexpr CpuMask(std::initializer_list<Cpu> cpus) {
    for (Cpu c : cpus) set(c);
  }
  /// The CPUs first .. last, both included; empty if last < first.
  static constexpr CpuMask range(Cpu first, Cpu last) {
    CpuMask mask;
    for (Cpu c = first; c <= last; ++c) mask.set(c);
    return mask;
  }
  /// The CPUs 0 .. n-1.
  static constexpr CpuMask first_n(int n) { return range(0, n - 1); }

  constexpr bool test(Cpu c) const {
    return c >= 0 && c < kMaxCpus && ((word_[index(c)] >> (static_cast<unsigned>(c) % 64)) & 1) != 0;
  }
  constexpr void set(Cpu c) {
    assert(c >= 0 && c < kMaxCpus);
    word_[index(c)] |= bit(c);
  }
  constexpr void clear(Cpu c) {
    assert(c >= 0 && c < kMaxCpus);
    word_[index(c)] &= ~bit(c);
  }
  constexpr void assign(Cpu c, bool on) { on ? set(c) : clear(c); }

  constexpr bool empty() const {
    for (auto w : word_)
      if (w != 0) return false;
    return true;
  }
  constexpr int weight() const {
    int n = 0;
    for (auto w : word_) n += std::popcount(w);
    return n;
  }
  /// The lowest CPU of the set, -1 if it is empty.
  constexpr Cpu first() const { return next(-1); }
  /// The lowest CPU of the set above `after`, -1 if there is none.
  constexpr Cpu next(Cpu after) const {
    for (int c = after + 1; c < kMaxCpus;) {
      const auto rest = word_[index(c)] >> (static_cast<unsigned>(c) % 64);
      if (rest != 0) return c + std::countr_zero(rest);
      c = (c / 64 + 1) * 64;
    }
    return -1;
  }
  constexpr bool subset_of(const CpuMask& other) const { return minus(other).empty(); }
  constexpr bool intersects(const CpuMask& other) const {
    for (std::size_t i = 0; i < kWords; ++i)
      if ((word_[i] & other.word_[i]) != 0) return true;
    return false;
  }
  constexpr CpuMask minus(const CpuMask& other) const {
    CpuMask r;
    for (std::size_t i = 0; i < kWords; ++i) r.word_[i] = word_[i] & ~other.word_[i];
    return r;
  }
  friend constexpr CpuMask operator&(const CpuMask& a, const CpuMask& b) {
    CpuMask r;
    for (std::size_t i = 0; i < kWords; ++i) r.word_[i] = a.word_[i] & b.word_[i];
    return r;
  }
  friend constexpr CpuMask operator|(const CpuMask& a, const CpuMask& b) {
    CpuMask r;
    for (std::size_t i = 0; i < kWords; ++i) r.word_[i] = a.word_[i] | b.word_[i];
    return r;
  }
  constexpr CpuMask& operator|=(const CpuMask& o) { return *this = *this | o; }
  constexpr CpuMask& operator&=(const CpuMask& o) { return *this = *this & o; }
  friend constexpr bool operator==(const CpuMask&, const CpuMask&) = default;
  friend constexpr auto operator<=>(const CpuMask&, const CpuMask&) = default;

  /// Iterates in ascending order: for (Cpu c : mask).
  class Iterator {
   public:
    constexpr Iterator(const CpuMask* mask, Cpu at) : mask_(mask), at_(at) {}
    constexpr Cpu operator*() const { return at_; }
    constexpr Iterator& operator++() {
      at_ = mask_->next(at_);
      return *this;
    }
    friend constexpr bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }

   private:
    const CpuMask* mask_;
    Cpu at_;
  };
  constexpr Iterator begin() const { return {this, first()}; }
  constexpr Iterator end() const { return {this, -1}; }

  /// The kernel's list form: "0-3,8". The empty set is "".
  std::string to_list() const;
  /// Reads the list form. Throws std::invalid_argument with the offending text and what is accepted.
  static CpuMask from_list(std::string_view text);

 private:
  static constexpr std::size_t kWords = kMaxCpus / 64;
  static constexpr std::size_t index(Cpu c) { return static_cast<std::size_t>(c) / 64; }
  static constexpr std::uint64_t bit(Cpu c) { return std::uint64_t{1} << (static_cast<unsigned>(c) % 64); }
  std::array<std::uint64_t, kWords> word_{};
};

}  // namespace schedproof::model
