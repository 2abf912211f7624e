#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <utility>

#include <cqs/platform/platform.h>

namespace cqs::detail {

/// The waiter gives up for one of two reasons, whichever comes first. For waiters without a thread.
///
/// Only the first request reaches the waiter. An abort gives the waiter's cell back, so a second one must not look for
/// the cell.
template <platform Platform, class First, class Second>
class abort_on_either {
 public:
  static constexpr bool possible = true;

  template <class Callback>
  class subscription {
   public:
    void begin(const abort_on_either& abort, Callback callback) {
      _callback.emplace(callback);
      _first.begin(abort.first, request{this});
      _second.begin(abort.second, request{this});
    }
    void end() noexcept {
      _first.end();
      _second.end();
    }

   private:
    struct request {
      subscription* self;
      void operator()() const noexcept { self->pass_on_the_first(); }
    };

    void pass_on_the_first() noexcept {
      // relaxed: one of the two threads goes on, and hands nothing to the other one.
      if (_requests.fetch_add(1, std::memory_order_relaxed) == 0) {
        (*_callback)();
      }
    }

    std::optional<Callback> _callback;
    typename Platform::template atomic<std::uint32_t> _requests{0};
    typename First::template subscription<request> _first;
    typename Second::template subscription<request> _second;
  };

  abort_on_either(First one, Second other) noexcept : first(std::move(one)), second(std::move(other)) {}

  bool requested() const noexcept { return first.requested() || second.requested(); }

  First first;
  Second second;
};

}  // namespace cqs::detail
