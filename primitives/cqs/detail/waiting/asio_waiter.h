#pragma once

#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>

#include <boost/asio/associated_allocator.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/system/error_code.hpp>

#include <cqs/coroutine.h>
#include <cqs/detail/unit.h>
#include <cqs/detail/waiting/abort.h>
#include <cqs/detail/waiting/abort_on_either.h>
#include <cqs/detail/waiting/abort_on_slot.h>
#include <cqs/detail/waiting/abort_on_timer.h>
#include <cqs/detail/waiting/async_waiter.h>

namespace cqs::detail {

/// Why a wait has ended without its result, as an error of Asio.
template <class Abort>
struct asio_error {
  static boost::system::error_code of(const Abort& /*abort*/) noexcept {
    return boost::asio::error::operation_aborted;
  }
};

template <class Platform, class Deadline>
struct asio_error<abort_on_timer<Platform, Deadline>> {
  static boost::system::error_code of(const abort_on_timer<Platform, Deadline>& /*abort*/) noexcept {
    return boost::asio::error::timed_out;
  }
};

/// If both reasons are there, the first one counts.
template <class Platform, class First, class Second>
struct asio_error<abort_on_either<Platform, First, Second>> {
  static boost::system::error_code of(const abort_on_either<Platform, First, Second>& abort) noexcept {
    return abort.first.requested() ? asio_error<First>::of(abort.first)
                                   : asio_error<Second>::of(abort.second);
  }
};

/// What a handler gets: an error, and the value if there is one.
template <class Outcome>
struct asio_result;

template <class T, class Abort>
struct asio_result<plain_outcome<T, Abort>> {
  using type = std::optional<T>;
  using signature = void(boost::system::error_code, std::optional<T>);

  template <class Waiter>
  static type of(const plain_outcome<T, Abort>& outcome, Waiter& waiter) noexcept {
    return outcome.of(waiter);
  }
};

template <class Abort>
struct asio_result<plain_outcome<unit, Abort>> {
  using type = bool;
  using signature = void(boost::system::error_code);

  template <class Waiter>
  static type of(const plain_outcome<unit, Abort>& outcome, Waiter& waiter) noexcept {
    if constexpr (Abort::possible) {
      return outcome.of(waiter);
    } else {
      outcome.of(waiter);
      return true;
    }
  }
};

template <class Lock>
struct asio_result<guard_outcome<Lock>> {
  using type = Lock;
  using signature = void(boost::system::error_code, Lock);

  template <class Waiter>
  static type of(const guard_outcome<Lock>& outcome, Waiter& waiter) noexcept {
    return outcome.of(waiter);
  }
};

/// A wait that calls an Asio handler at its end: an object made by the handler's allocator.
///
/// Whoever ends the wait posts the object to the handler's executor. The rest is done there. So a handler never runs
/// inside the call that ends its wait. If the executor ends before, it destroys the object, which gives back what it
/// got.
template <class Operation, class Abort, class Outcome, class Handler>
class asio_waiter : public async_waiter<Operation, Abort> {
  using base = async_waiter<Operation, Abort>;
  using waiter_type = typename Operation::queue_type::waiter_type;
  using executor_type = typename boost::asio::associated_executor<Handler>::type;
  using work_guard = boost::asio::executor_work_guard<executor_type>;
  using allocator_type = typename boost::asio::associated_allocator<Handler>::type;
  using own_traits = typename std::allocator_traits<allocator_type>::template rebind_traits<asio_waiter>;
  using own_allocator = typename own_traits::allocator_type;

 public:
  asio_waiter(Operation operation, Abort abort, Outcome outcome, Handler handler)
      : base(&wake, std::move(operation), abort),
        _abort(std::move(abort)),
        _outcome(std::move(outcome)),
        _work(boost::asio::get_associated_executor(handler)),
        _allocator(boost::asio::get_associated_allocator(handler)),
        _handler(std::move(handler)) {}
  asio_waiter(const asio_waiter&) = delete;
  asio_waiter& operator=(const asio_waiter&) = delete;
  ~asio_waiter() { this->end_subscription(); }  // while the handler lives: it may hold what was subscribed to

  static void begin(Operation operation, Abort abort, Outcome outcome, Handler handler) {
    own_allocator allocator(boost::asio::get_associated_allocator(handler));
    asio_waiter* const memory = own_traits::allocate(allocator, 1);
    asio_waiter* waiter = nullptr;
    try {
      waiter = new (memory)
          asio_waiter(std::move(operation), std::move(abort), std::move(outcome), std::move(handler));
    } catch (...) {
      own_traits::deallocate(allocator, memory, 1);
      throw;
    }
    if (!waiter->waits()) {
      complete(*waiter);
    }
  }

 private:
  struct destroyer {
    void operator()(asio_waiter* waiter) const noexcept {
      own_allocator allocator(waiter->_allocator);
      waiter->~asio_waiter();
      own_traits::deallocate(allocator, waiter, 1);
    }
  };
  using pointer = std::unique_ptr<asio_waiter, destroyer>;

  /// What runs in the handler's executor.
  class completion {
   public:
    using allocator_type = asio_waiter::allocator_type;

    explicit completion(asio_waiter& waiter) : _waiter(&waiter), _allocator(waiter._allocator) {}
    allocator_type get_allocator() const noexcept { return _allocator; }
    void operator()() { call_handler(std::move(_waiter)); }

   private:
    pointer _waiter;
    allocator_type _allocator;
  };

  static void wake(waiter_type& waiter) noexcept { complete(static_cast<asio_waiter&>(waiter)); }

  static void complete(asio_waiter& waiter) {
    const auto executor = waiter._work.get_executor();
    boost::asio::post(executor, completion(waiter));
  }

  /// If this returns true, the waiter may be gone.
  bool waits() {
    try {
      return !this->start() && this->park();
    } catch (const std::bad_alloc&) {
      _error = boost::asio::error::no_memory;
      return false;
    }
  }

  static void call_handler(pointer waiter) {
    using result = asio_result<Outcome>;
    auto error = waiter->_error;
    auto value = error ? typename result::type() : result::of(waiter->_outcome, static_cast<base&>(*waiter));
    if (!error && !value) {
      error = asio_error<Abort>::of(waiter->_abort);
    }
    const work_guard work(std::move(waiter->_work));
    Handler handler(std::move(waiter->_handler));
    waiter.reset();  // the handler can use its memory
    if constexpr (std::is_same_v<typename result::type, bool>) {
      std::move(handler)(error);
    } else {
      std::move(handler)(error, std::move(value));
    }
  }

  [[no_unique_address]] Abort _abort;
  [[no_unique_address]] Outcome _outcome;
  work_guard _work;
  [[no_unique_address]] allocator_type _allocator;
  Handler _handler;
  boost::system::error_code _error;
};

/// Begins a wait for a handler. If handlers have cancellation slots, the slot aborts the wait as well.
struct asio_initiation {
  template <class Handler, class Awaitable>
  void operator()(Handler&& handler, Awaitable awaited) const {
#if __has_include(<boost/asio/associated_cancellation_slot.hpp>)
    using on_slot =
        abort_on_slot<typename boost::asio::associated_cancellation_slot<std::decay_t<Handler>>::type>;
    on_slot second(boost::asio::get_associated_cancellation_slot(handler));
    std::move(awaited).take_apart([&](auto operation, auto abort, auto outcome) {
      using abort_type = decltype(abort);
      if constexpr (!abort_type::possible) {
        begin(std::move(operation), std::move(second), std::move(outcome), std::forward<Handler>(handler));
      } else {
        using platform = typename Awaitable::platform_type;
        begin(std::move(operation),
              abort_on_either<platform, abort_type, on_slot>(std::move(abort), std::move(second)),
              std::move(outcome), std::forward<Handler>(handler));
      }
    });
#else
    std::move(awaited).take_apart([&](auto operation, auto abort, auto outcome) {
      begin(std::move(operation), std::move(abort), std::move(outcome), std::forward<Handler>(handler));
    });
#endif
  }

 private:
  template <class Operation, class Abort, class Outcome, class Handler>
  static void begin(Operation operation, Abort abort, Outcome outcome, Handler&& handler) {
    auto own_outcome = std::move(outcome).template with_abort<Abort>();
    asio_waiter<Operation, Abort, decltype(own_outcome), std::decay_t<Handler>>::begin(
        std::move(operation), std::move(abort), std::move(own_outcome), std::forward<Handler>(handler));
  }
};

}  // namespace cqs::detail
