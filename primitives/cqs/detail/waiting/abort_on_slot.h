#pragma once

#if __has_include(<boost/asio/associated_cancellation_slot.hpp>)

#include <optional>
#include <utility>

#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/cancellation_type.hpp>

#include <cqs/platform/platform.h>

namespace cqs::detail {

/// The waiter gives up when the cancellation slot of its Asio handler is told to. For waiters without a thread.
template <class Slot>
class abort_on_slot {
 public:
  static constexpr bool possible = true;

  /// As Asio demands, the slot's owner makes all calls in the handler's executor.
  template <class Callback>
  class subscription {
   public:
    void begin(const abort_on_slot& abort, Callback callback) {
      if (abort._slot.is_connected()) {
        _slot = abort._slot;
        _slot->assign([callback](boost::asio::cancellation_type type) {
          if (type != boost::asio::cancellation_type::none) {
            callback();
          }
        });
      }
    }
    void end() noexcept {
      if (_slot) {
        _slot->clear();
        _slot.reset();
      }
    }

   private:
    std::optional<Slot> _slot;
  };

  explicit abort_on_slot(Slot slot) noexcept : _slot(std::move(slot)) {}

 private:
  Slot _slot;
};

}  // namespace cqs::detail

#endif
