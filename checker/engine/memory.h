#pragma once

#include <cstdint>
#include <vector>

#include <checker/engine/address_space.h>
#include <checker/engine/location.h>
#include <checker/engine/operation.h>
#include <checker/engine/thread.h>

namespace cqs::check {

/// What an access would do if it were performed now.
struct effect {
  /// The message it reads, or that its store comes after.
  std::uint32_t source = message::none;
  bool reads = false;
  bool writes = false;
  bool success = true;
  std::uint64_t value = 0;
};

/// The memory of an execution: which objects exist, which values their atomics had, who knows of what.
///
/// Values are those of the C++20 memory model with the modification order being the order of execution and
/// without load buffering. A load may read any message unless a newer one, or a read of a newer one, happens
/// before it; whether it does so is the scheduler's choice (`weak`), else it reads the newest. Happens-before
/// follows the declared orders in both modes, so data races and unpublished objects are found in both.
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

  /// The live atomic at `address`, known to `by`; a violation if there is none.
  location& atomic_at(const void* address, const thread& by, site where);
  /// The object that is or was at `address`, if any.
  const location* find(const void* address) const noexcept;
  location* find(const void* address) noexcept;

  /// How many messages before the newest the operation may read.
  std::uint32_t older_readable(const location& where, const operation& what, const thread& by) const noexcept;
  effect evaluate(const location& where, const operation& what, std::uint8_t variant) const noexcept;
  /// The thread's hash after the effect.
  std::uint64_t hash_after(const effect& what, std::uint64_t thread_hash) const noexcept;
  /// Performs the effect. Gives the value read.
  std::uint64_t commit(location& where, const operation& what, const effect& effect, thread& by);

  std::uint64_t newest_value(const location& where) const noexcept { return _messages[where.newest].value; }
  std::uint64_t value_before(const location& where, std::uint32_t distance) const noexcept {
    return before_newest(where, distance).value;
  }
  std::uint64_t newest_token(const location& where) const noexcept { return _messages[where.newest].token; }

  static void note_access(location& where, const thread& by, site at) noexcept {
    where.accesses.set(by.id, by.clock.at(by.id));
    where.last_accessor = by.id;
    where.last_access = at;
  }

 private:
  location& alive_at(const void* address, location_kind kind, const thread& by, site where);
  const message& before_newest(const location& where, std::uint32_t distance) const noexcept;
  message& add_message(location& where);
  // What is wrong: memory_violations.cpp.
  [[noreturn]] void fail_race(const location& where, const char* access, const thread& by, site at) const;
  [[noreturn]] void fail_access(const void* address, location_kind kind, const thread& by, site where) const;

  const address_space& _addresses;
  bool _weak = false;
  /// Index 0 is no location.
  std::vector<location> _locations;
  std::vector<message> _messages;
  /// By granule: the location that is or was there. An anonymous mapping, so that only what is used exists.
  std::uint16_t* _index;
};

}  // namespace cqs::check
