// Each of these calls names a type that is no clock. Without WITH_A_CLOCK, the compiler must refuse each of them;
// refused_deadlines.sh counts its messages.

#include <chrono>

#include <cqs/barrier.h>
#include <cqs/latch.h>
#include <cqs/mutex.h>
#include <cqs/queue_pool.h>
#include <cqs/request.h>
#include <cqs/semaphore.h>
#include <cqs/shared_mutex.h>

namespace {

/// A type of its own for each call, so that each call has its own message.
template <int Call>
struct no_clock {
  using duration = std::chrono::seconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<no_clock>;
  static constexpr bool is_steady = true;
#ifdef WITH_A_CLOCK
  static time_point now() {
    return {};
  }
#endif
};

template <int Call>
using deadline = typename no_clock<Call>::time_point;

}  // namespace

int main() {
  cqs::mutex mutex;
  cqs::shared_mutex shared;
  cqs::counting_semaphore<> semaphore(1);
  cqs::latch latch(0);
  cqs::barrier<> barrier(1);
  cqs::queue_pool<int> pool;
  static_cast<void>(mutex.try_lock_until(deadline<1>()));
  static_cast<void>(shared.try_lock_until(deadline<2>()));
  static_cast<void>(shared.try_lock_shared_until(deadline<3>()));
  static_cast<void>(semaphore.try_acquire_until(deadline<4>()));
  static_cast<void>(latch.wait_until(deadline<5>()));
  static_cast<void>(barrier.wait_until(barrier.arrive(), deadline<6>()));
  static_cast<void>(pool.take_until(deadline<7>()));
  auto request = semaphore.acquire_request();
  static_cast<void>(request.wait_until(deadline<8>()));
}
