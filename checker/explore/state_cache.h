#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cqs::check {

/// The states that an exhaustive search has been in, each with the least number of preemptions it took.
///
/// A state reached again with no fewer preemptions leads nowhere new. Keys are 64-bit hashes: that two of ten
/// million states are taken for one has a probability of 3 in a million.
class state_cache {
 public:
  /// States beyond `limit` are not kept: they are explored as often as they are reached.
  explicit state_cache(std::size_t limit = std::size_t{1} << 26);

  /// False if the state is known with at most this many preemptions.
  bool insert(std::uint64_t key, std::uint32_t preemptions);
  bool contains(std::uint64_t key, std::uint32_t preemptions) const noexcept;
  std::size_t size() const noexcept { return _size; }

 private:
  std::size_t slot_of(std::uint64_t key) const noexcept;
  void grow();

  std::size_t _limit;
  std::size_t _size = 0;
  std::size_t _mask;
  /// 0 is an empty slot.
  std::vector<std::uint64_t> _keys;
  std::vector<std::uint8_t> _preemptions;
};

}  // namespace cqs::check
