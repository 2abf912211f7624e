#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cqs::check {

/// The states that an exhaustive search has visited, each with the smallest number of preemptions that led to
/// it.
///
/// A state reached again with the same or a larger number of preemptions needs no second exploration. Keys
/// are 64-bit hashes: among ten million states, the probability of a collision is 3 in a million.
class state_cache {
 public:
  /// The cache does not store states beyond `limit`. The search explores those every time it reaches them.
  explicit state_cache(std::size_t limit = std::size_t{1} << 26);

  /// Returns false if the state is known with at most this number of preemptions.
  bool insert(std::uint64_t key, std::uint32_t preemptions);
  bool contains(std::uint64_t key, std::uint32_t preemptions) const noexcept;
  std::size_t size() const noexcept { return _size; }

 private:
  std::size_t slot_of(std::uint64_t key) const noexcept;
  void grow();

  std::size_t _limit;
  std::size_t _size = 0;
  std::size_t _mask;
  /// 0 means an empty slot.
  std::vector<std::uint64_t> _keys;
  std::vector<std::uint8_t> _preemptions;
};

}  // namespace cqs::check
