// A primitive of one's own on the framework: a quay where passengers wait for a ferry, first come, first
// served. Unlike the permits of a semaphore, seats are for those who are there: a ferry never waits, and what
// seats it has left sail empty. A passenger may lose patience and walk away.
//
// The primitive is a count and four small functions; the queue, the waiting and the abort are the
// framework's.

#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

#include <cqs/request.h>
#include <cqs/synchronizer.h>

using namespace std::chrono_literals;

class quay {
  using queue = cqs::synchronizer<int>;  // what a passenger is handed is the number of a seat

 public:
  /// One passenger's wait, as the framework sees it (concept `cqs::operation`).
  struct boarding {
    using queue_type = quay::queue;

    quay& at;

    queue_type& queue() const noexcept { return at._queue; }

    /// Counts the passenger, then queues up. True if a seat was there before the passenger stood in the
    /// queue.
    bool start(queue_type::waiter_type& passenger) const {
      at._waiting.fetch_add(1, std::memory_order_acq_rel);
      return at._queue.suspend(passenger, *this) == cqs::suspension::resumed;
    }

    /// The passenger walks away, and is counted off, unless all that are left in the queue have been given
    /// seats: then a seat is on its way here, and comes to `complete_refused_resume`.
    bool on_cancellation(queue_type::waiter_type& /*passenger*/) const noexcept { return at.count_off(); }
    void complete_refused_resume(int seat) const noexcept { at.offer(seat); }

    /// A seat that was handed over but never taken.
    void take_back(int seat) const noexcept { at.offer(seat); }
  };

  using passenger = cqs::request<boarding>;

  passenger queue_up() { return passenger({*this}); }

  /// A ferry calls: its seats go to those who wait. Returns how many are taken.
  int board(int seats) noexcept {
    int taken = 0;
    while (taken < seats && offer(taken + 1)) {
      ++taken;
    }
    return taken;
  }

 private:
  bool offer(int seat) noexcept {
    // An asynchronous, smart queue always finds the waiter that was counted off.
    return count_off() && _queue.resume(seat, boarding{*this});
  }

  bool count_off() noexcept {
    int waiting = _waiting.load(std::memory_order_relaxed);
    while (waiting > 0) {
      if (_waiting.compare_exchange_weak(waiting, waiting - 1, std::memory_order_acq_rel,
                                         std::memory_order_relaxed)) {
        return true;
      }
    }
    return false;
  }

  std::atomic<int> _waiting = 0;
  queue _queue;
};

int main() {
  quay q;
  auto anna = q.queue_up();
  auto bert = q.queue_up();
  auto clara = q.queue_up();
  auto dora = q.queue_up();

  const bool walked_away = bert.cancel();
  const int first_ferry = q.board(2);  // Anna and Clara: Bert has lost his place, and nobody else has
  const bool in_order =
      anna.get() == 1 && clara.get() == 2 && dora.status() == cqs::request_status::waiting && !anna.cancel();

  const int second_ferry = q.board(10);
  const bool dora_boarded = dora.get() == 1;
  const int third_ferry = q.board(10);  // nobody is there: the seats are not kept

  // A thread may wait as well. It comes when it comes, so ferries call until it has boarded.
  int calls = 0;
  std::jthread emil([&q] { q.queue_up().get(); });
  while (q.board(1) == 0) {
    ++calls;
    std::this_thread::sleep_for(1ms);
  }
  emil.join();

  std::printf("the ferries took %d, %d and %d; Emil came after %d more\n", first_ferry, second_ferry,
              third_ferry, calls);
  return walked_away && first_ferry == 2 && in_order && second_ferry == 1 && dora_boarded && third_ferry == 0
             ? 0
             : 1;
}
