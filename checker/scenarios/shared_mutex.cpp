// The readers-writer lock.

#include <new>

#include <checker/scenarios/shared_mutexes.h>

namespace cqs::check {
namespace {

template <options Options>
using world = readers_and_writers<Options>;

/// A reader holds the lock; a writer waits, and behind it another reader.
template <options Options>
struct queued : world<Options> {
  using mutex_type = basic_shared_mutex<Options, checked>;

  /// Unlocks for every request that was granted; then requires that the lock is free.
  void settle() {
    if (writer.status() == request_status::granted) {
      writer.get();
      this->mutex.unlock();
    }
    require(reader.status() != request_status::waiting, "a reader waits although no writer is ahead of it");
    if (reader.status() == request_status::granted) {
      reader.get();
      this->mutex.unlock_shared();
    }
    this->check();
  }

 private:
  struct hold {
    explicit hold(mutex_type& mutex) { mutex.lock_shared(); }
  };
  hold _held{this->mutex};

 public:
  typename mutex_type::request_type writer = this->mutex.lock_request();
  typename mutex_type::shared_request_type reader = this->mutex.lock_shared_request();
};

/// A writer holds the lock; another one and behind it a reader wait.
template <options Options>
struct behind_writer : world<Options> {
  using mutex_type = basic_shared_mutex<Options, checked>;

 private:
  struct hold {
    explicit hold(mutex_type& mutex) { mutex.lock(); }
  };
  hold _held{this->mutex};

 public:
  typename mutex_type::request_type writer = this->mutex.lock_request();
  typename mutex_type::shared_request_type reader = this->mutex.lock_shared_request();
};

struct add_scenarios {
  template <options Options>
  void operator()(const std::string& prefix) const {
    using world = check::world<Options>;
    using queued = check::queued<Options>;

    add_scenario<world>(prefix + ".three", "two readers and a writer")
        .thread([](world& w) { w.write(); })
        .thread([](world& w) { w.read(); })
        .thread([](world& w) { w.read(); })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".writers", "two writers and a reader")
        .thread([](world& w) { w.write(); })
        .thread([](world& w) { w.write(); })
        .thread([](world& w) { w.read(); })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".writer_gives_up", "a writer between readers times out")
        .thread([](world& w) { w.read(); })
        .thread([](world& w) { w.write_after_a_while(); })
        .thread([](world& w) { w.read(); })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".reader_gives_up", "a reader between writers times out")
        .thread([](world& w) { w.write(); })
        .thread([](world& w) { w.read_after_a_while(); })
        .thread([](world& w) { w.write(); })
        .finally([](world& w) { w.check(); });

    add_scenario<world>(prefix + ".memory", "the allocation of a segment fails for a reader")
        .thread([](world& w) { w.write(); })
        .thread([](world& w) {
          checked::fail_allocation();
          try {
            w.mutex.lock_shared();
          } catch (const std::bad_alloc&) {
            return;
          }
          static_cast<void>(w.data.read());
          w.mutex.unlock_shared();
        })
        .finally([](world& w) { w.check(); });

    add_scenario<queued>(prefix + ".refuse", "the reader unlocks while the writer behind it aborts")
        .thread([](queued& w) { w.mutex.unlock_shared(); })
        .thread([](queued& w) { w.writer.cancel(); })
        .finally([](queued& w) { w.settle(); });

    add_scenario<queued>(prefix + ".refuse_all", "the reader unlocks while all waiters behind it abort")
        .thread([](queued& w) { w.mutex.unlock_shared(); })
        .thread([](queued& w) { w.writer.cancel(); })
        .thread([](queued& w) { w.reader.cancel(); })
        .finally([](queued& w) { w.settle(); });

    using behind_writer = check::behind_writer<Options>;
    add_scenario<behind_writer>(prefix + ".beside_writer",
                                "a writer holds the lock while the writer behind it aborts")
        .thread([](behind_writer& w) {
          ++w.data.write();
          w.mutex.unlock();
        })
        .thread([](behind_writer& w) { w.writer.cancel(); })
        .thread([](behind_writer& w) {
          w.reader.get();
          static_cast<void>(w.data.read());
          w.mutex.unlock_shared();
        })
        .finally([](behind_writer& w) {
          if (w.writer.status() == request_status::granted) {
            w.writer.get();
            w.mutex.unlock();
          }
          w.check();
        });

    add_scenario<queued>(prefix + ".turns",
                         "readers and writers take turns; a single thread checks the order")
        .thread([](queued& w) {
          auto second = w.mutex.lock_request();
          require(!w.mutex.try_lock_shared(), "a reader enters before a waiting writer");
          require(w.reader.status() == request_status::waiting, "a reader overtakes a writer");
          w.mutex.unlock_shared();
          require(w.reader.status() == request_status::waiting,
                  "a reader enters while a writer holds the lock");
          w.writer.get();
          w.mutex.unlock();
          require(second.status() == request_status::waiting, "a writer overtakes a reader");
          w.reader.get();
          w.mutex.unlock_shared();
          second.get();
          w.mutex.unlock();
        })
        .finally([](queued& w) { w.check(); });

    add_changes<world>(prefix);

    add_scenario<world>(prefix + ".batches", "one reader enters, then two at once, in the same segments")
        .thread([](world& w) {
          w.mutex.lock();
          auto first = w.mutex.lock_shared_request();
          w.mutex.unlock();
          first.get();
          w.mutex.unlock_shared();
          w.mutex.lock();
          auto second = w.mutex.lock_shared_request();
          auto third = w.mutex.lock_shared_request();
          w.mutex.unlock();
          second.get(), third.get();
          w.mutex.unlock_shared(), w.mutex.unlock_shared();
        })
        .finally([](world& w) { w.check(); });
  }
};

[[maybe_unused]] const bool added = (for_each_segment_size("shared_mutex", add_scenarios{}), true);

}  // namespace
}  // namespace cqs::check
