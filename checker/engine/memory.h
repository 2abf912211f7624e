#pragma once

#include <cstdint>
#include <vector>

#include <checker/engine/address_space.h>
#include <checker/engine/location.h>
#include <checker/engine/operation.h>
#include <checker/engine/thread.h>

namespace cqs::check {

/// The effect that an access would have now.
struct effect {
  /// The message that the access reads, or that its store follows.
  std::uint32_t source = message::none;
  bool reads = false;
  bool writes = false;
  bool success = true;
  std::uint64_t value = 0;
};

/// The memory of an execution: the existing objects, the values of their atomics, and the knowledge of each
/// thread.
///
/// It follows the C++20 memory model without load buffering; the modification order is the order of
/// execution. In weak mode, a load may read any message, unless a newer message or a read of a newer message
/// happens before the load. The scheduler chooses the message. Otherwise a load reads the newest message.
/// Happens-before follows the declared orders in both modes, so both modes find data races and unpublished
/// objects.
class memory {
 public:
  explicit memory(const address_space& addresses);
  ~memory();
  memory(const memory&) = delete;
  memory& operator=(const memory&) = delete;

  void reset(bool weak) noexcept;

  void construct(const void* address, location_kind kind, std::uint64_t value, thread& by, site where);
  void destroy(const void* address, const thread& by);

  void read_plain(const void* address, thread& by, site where);
  void write_plain(const void* address, thread& by, site where);

  /// Returns the live atomic at `address` that is published to `by`; otherwise reports a violation.
  location& atomic_at(const void* address, const thread& by, site where);
  /// Returns the present or former object at `address`, if any.
  const location* find(const void* address) const noexcept;
  location* find(const void* address) noexcept;

  /// Returns the number of messages before the newest that the operation may read.
  std::uint32_t older_readable(const location& where, const operation& what, const thread& by) const noexcept;
  effect evaluate(const location& where, const operation& what, std::uint8_t variant) const noexcept;
  /// Returns the thread's hash after the effect.
  std::uint64_t hash_after(const effect& what, std::uint64_t thread_hash) const noexcept;
  /// Performs the effect. Returns the value read.
  std::uint64_t commit(location& where, const operation& what, const effect& effect, thread& by);

  std::uint64_t newest_value(const location& where) const noexcept { return _messages[where.newest].value; }
  std::uint64_t value_before(const location& where, std::uint32_t distance) const noexcept {
    return before_newest(where, distance).value;
  }
  std::uint64_t newest_token(const location& where) const noexcept { return _messages[where.newest].token; }

  /// Hashes the newest value of each live atomic.
  std::uint64_t hash_of_values(std::uint64_t seed) const noexcept;

  static void note_access(location& where, const thread& by, site at) noexcept {
    where.accesses.set(by.id, by.clock.at(by.id));
    where.last_accessor = by.id;
    where.last_access = at;
  }

 private:
  location& alive_at(const void* address, location_kind kind, const thread& by, site where);
  const message& before_newest(const location& where, std::uint32_t distance) const noexcept;
  message& add_message(location& where);
  // Descriptions of violations, in memory_violations.cpp.
  [[noreturn]] void fail_race(const location& where, const char* access, const thread& by, site at) const;
  [[noreturn]] void fail_access(const void* address, location_kind kind, const thread& by, site where) const;

  const address_space& _addresses;
  bool _weak = false;
  /// Index 0 means no location.
  std::vector<location> _locations;
  std::vector<message> _messages;
  /// The present or former location of each granule. The mapping is anonymous, so unused pages take no
  /// memory.
  std::uint16_t* _index;
};

}  // namespace cqs::check
