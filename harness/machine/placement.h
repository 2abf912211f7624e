#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "support/topology/topology.h"

namespace cqs::harness {

/// Where the threads of a cell run.
///
/// | name      | the next thread goes to                                                            |
/// |-----------|------------------------------------------------------------------------------------|
/// | `compact` | the nearest free core: cache by cache, package by package; siblings last           |
/// | `socket`  | the nearest core of the package, then its siblings; then the next package          |
/// | `smt`     | the sibling of the thread before it; then the next core                            |
/// | `scatter` | another package, then another cache: as far as it can; siblings last       |
/// | `none`    | wherever the operating system likes                                                |
/// | `0,2,4-7` | these, in this order                                                               |
///
/// More threads than hardware threads go round again.
class placement {
 public:
  /// Of its name or its list. Throws `user_error`.
  static placement parse(const std::string& text);

  const std::string& name() const noexcept { return _name; }

  /// A hardware thread for each of `threads`; empty for `none`. Throws `user_error` if one of an explicit list
  /// cannot be used.
  std::vector<unsigned> place(const support::topology& machine, std::size_t threads) const;

  /// As `place`, of one that needs no topology; whether a CPU can be used shows when a thread is pinned there.
  std::vector<unsigned> place_unchecked(std::size_t threads) const;
  bool needs_topology() const noexcept { return _policy != policy::none && _policy != policy::listed; }

  static const std::vector<std::string>& policies();

 private:
  enum class policy : std::uint8_t { compact, socket, smt, scatter, none, listed };

  std::vector<unsigned> order(const support::topology& machine) const;

  std::string _name;
  policy _policy = policy::none;
  std::vector<unsigned> _listed;
};

/// Such as `0,2,4-7`; throws `user_error`.
std::vector<unsigned> parse_cpu_list(const std::string& text);
std::string format_cpu_list(std::vector<unsigned> cpus);

}  // namespace cqs::harness
