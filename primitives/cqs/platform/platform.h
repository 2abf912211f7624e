#pragma once

#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>

namespace cqs {

/// What every algorithm of this project is written against, and all it may use of the machine.
///
/// An algorithm takes its platform as a template parameter and is written once. `native` runs it on
/// threads and futexes; a platform that schedules every atomic access explores its interleavings; one
/// that charges for every access simulates other machines.
///
/// | member                        | meaning                                                              |
/// |-------------------------------|----------------------------------------------------------------------|
/// | `atomic<T>`                   | the interface of `std::atomic<T>`; the order is always given          |
/// | `plain<T>`                    | shared data that other accesses order: `read()` and `write()` give    |
/// |                               | references, so that a platform can look for races on it               |
/// | `clock`                       | a steady clock                                                        |
/// | `stop_token`, `stop_callback` | as in `<stop_token>`                                                  |
/// | `pause()`                     | the hint inside a short busy-wait                                     |
/// | `yield()`                     | gives the processor away inside a longer one                          |
/// | `processors()`                | how many threads can run at the same time, roughly                    |
/// | `futex_wait(word, expected)`  | sleeps while `word == expected`; may wake for no reason               |
/// | `futex_wait_until(…, time)`   | the same; false once the time has passed                              |
/// | `futex_wake_one(address)`     | wakes one sleeper; only the address is used: the word may be gone     |
/// | `create<T>(args…)`            | a new object; throws `std::bad_alloc`                                 |
/// | `destroy(object)`             | ends what `create` began                                              |
/// | `create_array<T>(count)`,     | the same for many objects                                             |
/// | `destroy_array(first, count)` |                                                                       |
/// | `thread_number()`             | a number of the calling thread; threads that run at the same time     |
/// |                               | should have different ones, and few of them share a remainder         |
/// | `per_thread<T>()`             | one object a thread; a platform may do without, and then a coroutine  |
/// |                               | is resumed inside of whatever resumes it (see `detail::trampoline`)   |
template <class P>
concept platform = requires(const typename P::template atomic<std::uint32_t>& word, std::uint32_t expected,
                            typename P::clock::time_point time, typename P::template plain<int>& data,
                            const typename P::template plain<int>& constant, int* object) {
  typename P::template atomic<std::uint64_t>;
  typename P::stop_token;
  requires P::clock::is_steady;
  { data.write() } -> std::same_as<int&>;
  { constant.read() } -> std::same_as<const int&>;
  { P::pause() }
  noexcept;
  { P::yield() }
  noexcept;
  { P::processors() }
  noexcept->std::same_as<unsigned>;
  { P::thread_number() }
  noexcept->std::same_as<std::size_t>;
  { P::futex_wait(word, expected) }
  noexcept;
  { P::futex_wait_until(word, expected, time) }
  noexcept->std::same_as<bool>;
  { P::futex_wake_one(&word) }
  noexcept;
  { P::template create<int>(0) } -> std::same_as<int*>;
  { P::destroy(object) }
  noexcept;
};

}  // namespace cqs
