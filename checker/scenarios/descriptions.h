#pragma once

#include <chrono>
#include <concepts>

#include <cqs/barrier.h>
#include <cqs/latch.h>
#include <cqs/mutex.h>
#include <cqs/queue_pool.h>
#include <cqs/semaphore.h>
#include <cqs/shared_mutex.h>
#include <cqs/stack_pool.h>
#include <cqs/weighted_semaphore.h>

#include <checker/scenarios/variants.h>

/// What the families of scenarios (families.h) need to know of each primitive. A description owns an object that lets
/// nobody in yet.
///
/// | member            | meaning                                                                       |
/// |-------------------|-------------------------------------------------------------------------------|
/// | `variant`         | the object's options                                                          |
/// | `admits_all`      | one grant lets everybody in; otherwise it lets one in                         |
/// | `grant`           | lets in; called once                                                          |
/// | `enter…`          | waits to be let in, in each form that the primitive has                       |
/// | `leave`           | lets the next one in, after an entry                                          |
/// | `leave_for_good`  | what the primitive demands between an entry and its destruction               |
/// | `check_structure` | requires that the queues are sound                                            |
namespace cqs::check {

template <class D>
concept description = requires(D d, checked::stop_token stop) {
  { D::variant } -> std::convertible_to<options>;
  { D::admits_all } -> std::convertible_to<bool>;
  d.grant();
  { d.try_enter() } -> std::same_as<bool>;
  d.enter();
  { d.enter_soon() } -> std::same_as<bool>;
  { d.enter_or_stop(stop) } -> std::same_as<bool>;
  d.async_enter(stop);
  d.leave();
  d.leave_for_good();
  d.check_structure();
};

/// The primitive has requests: `d.request()`.
template <class D>
concept with_requests = requires(D d) {
  d.request();
};

template <options Options>
struct semaphore_description {
  static constexpr options variant = Options;
  static constexpr bool admits_all = false;

  void grant() { object.release(); }
  bool try_enter() { return object.try_acquire(); }
  void enter() { object.acquire(); }
  bool enter_soon() { return object.try_acquire_for(soon); }
  bool enter_or_stop(checked::stop_token stop) { return object.acquire(std::move(stop)); }
  auto async_enter(checked::stop_token stop) { return object.async_acquire(std::move(stop)); }
  auto request() { return object.acquire_request(); }
  void leave() { object.release(); }
  void leave_for_good() {}
  void check_structure() const { require_sound(object.queue()); }

  counting_semaphore<9, Options, checked> object{0};
};

/// Everybody asks for two permits, which come together.
template <options Options>
struct weighted_semaphore_description {
  static constexpr options variant = Options;
  static constexpr bool admits_all = false;

  void grant() { object.release(2); }
  bool try_enter() { return object.try_acquire(2); }
  void enter() { object.acquire(2); }
  bool enter_soon() { return object.try_acquire_for(2, soon); }
  bool enter_or_stop(checked::stop_token stop) { return object.acquire(2, std::move(stop)); }
  auto async_enter(checked::stop_token stop) { return object.async_acquire(2, std::move(stop)); }
  auto request() { return object.acquire_request(2); }
  void leave() { object.release(2); }
  void leave_for_good() {}
  void check_structure() const { require_sound(object.queue()); }

  weighted_semaphore<9, Options, checked> object{0};
};

/// A mutex that is locked.
template <options Options>
struct mutex_description {
  static constexpr options variant = Options;
  static constexpr bool admits_all = false;

  mutex_description() { object.lock(); }
  void grant() { object.unlock(); }
  bool try_enter() { return object.try_lock(); }
  void enter() { object.lock(); }
  bool enter_soon() { return object.try_lock_for(soon); }
  bool enter_or_stop(checked::stop_token stop) { return object.lock(std::move(stop)); }
  auto async_enter(checked::stop_token stop) { return object.async_lock(std::move(stop)); }
  auto request() { return object.lock_request(); }
  void leave() { object.unlock(); }
  void leave_for_good() { leave(); }
  void check_structure() const { require_sound(object.queue()); }

  basic_mutex<Options, checked> object;
};

/// The writers of a readers-writer lock that another writer holds.
template <options Options>
struct writer_description {
  static constexpr options variant = Options;
  static constexpr bool admits_all = false;

  writer_description() { object.lock(); }
  void grant() { object.unlock(); }
  bool try_enter() { return object.try_lock(); }
  void enter() { object.lock(); }
  bool enter_soon() { return object.try_lock_for(soon); }
  bool enter_or_stop(checked::stop_token stop) { return object.lock(std::move(stop)); }
  auto async_enter(checked::stop_token stop) { return object.async_lock(std::move(stop)); }
  auto request() { return object.lock_request(); }
  void leave() { object.unlock(); }
  void leave_for_good() { leave(); }
  void check_structure() const {
    require_sound(object.readers());
    require_sound(object.writers());
  }

  basic_shared_mutex<Options, checked> object;
};

/// The readers of a readers-writer lock that a writer holds.
template <options Options>
struct reader_description {
  static constexpr options variant = Options;
  static constexpr bool admits_all = true;

  reader_description() { object.lock(); }
  void grant() { object.unlock(); }
  bool try_enter() { return object.try_lock_shared(); }
  void enter() { object.lock_shared(); }
  bool enter_soon() { return object.try_lock_shared_for(soon); }
  bool enter_or_stop(checked::stop_token stop) { return object.lock_shared(std::move(stop)); }
  auto async_enter(checked::stop_token stop) { return object.async_lock_shared(std::move(stop)); }
  auto request() { return object.lock_shared_request(); }
  void leave() { object.unlock_shared(); }
  void leave_for_good() { leave(); }
  void check_structure() const {
    require_sound(object.readers());
    require_sound(object.writers());
  }

  basic_shared_mutex<Options, checked> object;
};

template <options Options>
struct latch_description {
  static constexpr options variant = Options;
  static constexpr bool admits_all = true;

  void grant() { object.count_down(); }
  bool try_enter() { return object.try_wait(); }
  void enter() { object.wait(); }
  bool enter_soon() { return object.wait_for(soon); }
  bool enter_or_stop(checked::stop_token stop) { return object.wait(std::move(stop)); }
  auto async_enter(checked::stop_token stop) { return object.async_wait(std::move(stop)); }
  auto request() { return object.wait_request(); }
  void leave() {}
  void leave_for_good() {}
  void check_structure() const { require_sound(object.queue()); }

  basic_latch<Options, checked> object{1};
};

/// A phase of a barrier in which one of two parties has arrived. Everybody waits with its token.
template <options Options>
struct barrier_description {
  static constexpr options variant = Options;
  static constexpr bool admits_all = true;

  void grant() { static_cast<void>(object.arrive()); }
  bool try_enter() { return object.wait_for(arrival, std::chrono::nanoseconds(0)); }
  void enter() { static_cast<void>(object.wait(arrival, checked::stop_token())); }
  bool enter_soon() { return object.wait_for(arrival, soon); }
  bool enter_or_stop(checked::stop_token stop) { return object.wait(arrival, std::move(stop)); }
  auto async_enter(checked::stop_token stop) { return object.async_wait(arrival, std::move(stop)); }
  void leave() {}
  void leave_for_good() {}
  void check_structure() const { require_sound(object.queue()); }

  cqs::barrier<cqs::detail::no_completion, Options, checked> object{2};
  typename cqs::barrier<cqs::detail::no_completion, Options, checked>::arrival_token arrival =
      object.arrive();
};

template <class Pool, options Options>
struct pool_description {
  static constexpr options variant = Options;
  static constexpr bool admits_all = false;

  void grant() { object.put(1); }
  bool try_enter() { return object.try_take().has_value(); }
  void enter() { object.take(); }
  bool enter_soon() { return object.take_for(soon).has_value(); }
  bool enter_or_stop(checked::stop_token stop) { return object.take(std::move(stop)).has_value(); }
  auto async_enter(checked::stop_token stop) { return object.async_take(std::move(stop)); }
  auto request() { return object.take_request(); }
  void leave() { object.put(1); }
  void leave_for_good() {}
  void check_structure() const { require_sound(object.queue()); }

  Pool object;
};

template <options Options>
using queue_pool_description = pool_description<queue_pool<int, Options, checked>, Options>;
template <options Options>
using stack_pool_description = pool_description<stack_pool<int, Options, checked>, Options>;

}  // namespace cqs::check
