// A new primitive on top of the framework: a quay where passengers wait for a ferry, in FIFO order. Unlike
// permits of a semaphore, seats are not stored: a ferry never waits, and its unused seats are lost. A
// passenger may stop waiting and leave.
//
// The primitive consists of a counter and four small functions. The framework provides the queue, the waiting
// and the abort.

#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

#include <cqs/request.h>
#include <cqs/synchronizer.h>

using namespace std::chrono_literals;

class quay {
  using queue = cqs::synchronizer<int>;  // a resume hands a seat number to a passenger

 public:
  /// The wait of one passenger, as the framework sees it (concept `cqs::operation`).
  struct boarding {
    using queue_type = quay::queue;

    quay& at;

    queue_type& queue() const noexcept { return at._queue; }

    /// Counts the passenger, then enqueues. Returns true if a seat arrived before the passenger was in the
    /// queue.
    bool start(queue_type::waiter_type& passenger) const {
      at._waiting.fetch_add(1, std::memory_order_acq_rel);
      return at._queue.suspend(passenger, *this) == cqs::suspension::resumed;
    }

    /// Decrements the counter and lets the passenger leave. If the counter is zero, a seat is already on its
    /// way to this passenger. The framework then passes that seat to `complete_refused_resume`.
    bool on_cancellation(queue_type::waiter_type& /*passenger*/) const noexcept { return at.count_off(); }
    void complete_refused_resume(int seat) const noexcept { at.offer(seat); }

    /// Takes back a seat that a resume handed over and the passenger never took.
    void take_back(int seat) const noexcept { at.offer(seat); }
  };

  using passenger = cqs::request<boarding>;

  passenger queue_up() { return passenger({*this}); }

  /// A ferry arrives: it offers its seats to the waiting passengers. Returns the number of taken seats.
  int board(int seats) noexcept {
    int taken = 0;
    while (taken < seats && offer(taken + 1)) {
      ++taken;
    }
    return taken;
  }

 private:
  bool offer(int seat) noexcept {
    // A smart, asynchronous queue always finds a waiter for each decrement of the counter.
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
  const int first_ferry = q.board(2);  // Anna and Clara board: only Bert has lost his place
  const bool in_order =
      anna.get() == 1 && clara.get() == 2 && dora.status() == cqs::request_status::waiting && !anna.cancel();

  const int second_ferry = q.board(10);
  const bool dora_boarded = dora.get() == 1;
  const int third_ferry = q.board(10);  // nobody waits: the seats are lost

  // A thread may wait as well. Its time of arrival is unknown, so ferries call until it has boarded.
  int calls = 0;
  std::jthread emil([&q] { q.queue_up().get(); });
  while (q.board(1) == 0) {
    ++calls;
    std::this_thread::sleep_for(1ms);
  }
  emil.join();

  std::printf("the ferries took %d, %d and %d; Emil boarded after %d more calls\n", first_ferry, second_ferry,
              third_ferry, calls);
  return walked_away && first_ferry == 2 && in_order && second_ferry == 1 && dora_boarded && third_ferry == 0
             ? 0
             : 1;
}
