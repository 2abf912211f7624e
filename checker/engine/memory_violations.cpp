// The messages of `memory` for invalid accesses.

#include <fmt/format.h>

#include <checker/engine/failure.h>
#include <checker/engine/memory.h>
#include <checker/engine/schedule.h>

namespace cqs::check {

namespace {

/// The first thread whose latest access is not covered by `clock`.
thread_id unknown_accessor(const location& where, const vector_clock& clock) noexcept {
  thread_id thread = 0;
  while (clock.covers(thread, where.accesses.at(thread))) {
    ++thread;
  }
  return thread;
}

/// The access that is unordered with an access of a thread that has this clock.
std::string other_access(const location& where, const vector_clock& clock) {
  if (where.kind == location_kind::plain && !clock.covers(where.writer, where.written)) {
    return fmt::format("the write by thread {} at {}", name_of_thread(where.writer),
                       describe(where.last_write));
  }
  const thread_id other = unknown_accessor(where, clock);
  return where.last_accessor == other ? fmt::format("the access by thread {} at {}", name_of_thread(other),
                                                    describe(where.last_access))
                                      : fmt::format("an access by thread {}", name_of_thread(other));
}

}  // namespace

void memory::fail_race(const location& where, const char* access, const thread& by, site at) const {
  fail(violation_kind::data_race, [&] {
    return fmt::format("{}: its {} by thread {} at {} is unordered with {}", describe(where.address), access,
                       name_of_thread(by.id), describe(at), other_access(where, by.clock));
  });
}

void memory::fail_access(const void* address, location_kind kind, const thread& by, site where) const {
  const auto actor = [&] { return fmt::format("thread {} at {}", name_of_thread(by.id), describe(where)); };
  if (_addresses.granule_of(address) >= address_space::granules()) {
    fail(violation_kind::misuse, [&] {
      return fmt::format(
          "{} uses an atomic or plain object outside the scenario's memory: put it into the "
          "world, on a thread's stack, or create it with checked::create",
          actor());
    });
  }
  const location* const found = find(address);
  if (found == nullptr) {
    fail(violation_kind::use_after_free,
         [&] { return fmt::format("{} uses {}, which was never an object", actor(), address); });
  }
  if (!found->alive) {
    fail(violation_kind::use_after_free, [&] {
      return fmt::format("{} uses {}, destroyed by thread {} (after {})", actor(), describe(address),
                         name_of_thread(found->destroyer), describe(found->destroyed));
    });
  }
  if (found->kind != kind) {
    fail(violation_kind::use_after_free,
         [&] { return fmt::format("{} uses {} as an object of another kind", actor(), describe(address)); });
  }
  fail(violation_kind::unpublished, [&] {
    return fmt::format("{} uses {}, whose construction by thread {} does not happen before this access",
                       actor(), describe(address), name_of_thread(found->creator));
  });
}

}  // namespace cqs::check
