// Readers of the readers-writer lock that count themselves in slots, and writers that close the slots.

#include <cstdint>

#include <checker/scenarios/shared_mutexes.h>

namespace cqs::check {
namespace {

/// Readers scatter without a collision, into as many slots as a segment has cells.
constexpr options scattered(std::size_t size, std::uint32_t patience) {
  options variant = small(resumption::async, cancellation::smart, size);
  variant.scattering = {
      .most_slots = static_cast<std::uint32_t>(size), .patience = patience, .at_once = true};
  return variant;
}

/// Readers scatter again after every writer, or not again.
constexpr std::uint32_t at_once = 0;
constexpr std::uint32_t never = 1'000;

/// The slots are open from the beginning.
template <options Options>
struct scattered_world : readers_and_writers<Options> {
  using specification = shared_mutex_specification;

  scattered_world() {
    this->upgrade_may_fail = true;
    this->mutex.lock_shared();
    this->mutex.unlock_shared();
  }

  void try_to_write() {
    auto call = this->calls.begin(specification::lock);
    const bool locked = this->mutex.try_lock();
    call.ends(locked);  // a failure is like an abort: another thread may be about to close the slots
    if (locked) {
      this->change_and_unlock();
    }
  }
};

/// A reader has come in by the slot of the main thread.
template <options Options>
struct held : scattered_world<Options> {
  held() { this->mutex.lock_shared(); }
};

/// The lock can be destroyed as soon as a thread has locked and unlocked it after all others.
template <options Options>
struct mortal_lock {
  using mutex_type = basic_shared_mutex<Options, checked>;

  mortal_lock() {
    mutex->lock_shared();
    mutex->unlock_shared();
  }

  void destroy_if(bool last) {
    if (last) {
      checked::destroy(mutex);
      destroyed.write() = true;
    }
  }
  void destroy_if_left() { destroy_if(!destroyed.read()); }

  mutex_type* mutex = checked::create<mutex_type>();
  checked::atomic<std::uint32_t> left{0};  ///< who has been inside, apart from the thread that may destroy
  checked::plain<bool> destroyed{false};
};

template <options Options>
void add_exclusion(const std::string& prefix) {
  using world = scattered_world<Options>;
  const auto check = [](world& w) { w.check(); };

  add_scenario<world>(prefix + ".three", "two readers and a writer that closes the slots")
      .thread([](world& w) { w.write(); })
      .thread([](world& w) { w.read(); })
      .thread([](world& w) { w.read(); })
      .finally(check);

  add_scenario<world>(prefix + ".writers", "two writers, one of which closes the slots, and a reader")
      .thread([](world& w) { w.write(); })
      .thread([](world& w) { w.write(); })
      .thread([](world& w) { w.read(); })
      .finally(check);

  add_scenario<world>(prefix + ".writer_gives_up", "the writer that closes the slots times out")
      .thread([](world& w) { w.read(); })
      .thread([](world& w) { w.write_after_a_while(); })
      .thread([](world& w) { w.read(); })
      .finally(check);

  add_scenario<world>(prefix + ".reader_gives_up", "a reader behind the writer times out")
      .thread([](world& w) { w.write(); })
      .thread([](world& w) { w.read_after_a_while(); })
      .thread([](world& w) { w.read(); })
      .finally(check);

  add_scenario<world>(prefix + ".try_lock", "a writer that does not wait closes the slots")
      .thread([](world& w) { w.try_to_write(); })
      .thread([](world& w) { w.write(); })
      .thread([](world& w) { w.read(); })
      .finally(check);

  add_scenario<world>(prefix + ".two_try_locks", "two writers that do not wait, and a reader")
      .thread([](world& w) { w.try_to_write(); })
      .thread([](world& w) { w.try_to_write(); })
      .thread([](world& w) { w.read(); })
      .finally(check);
}

/// A reader comes in by one slot and goes by another.
template <options Options>
void add_elsewhere(const std::string& prefix) {
  using world = held<Options>;
  add_scenario<world>(prefix + ".elsewhere", "a reader leaves by another slot while writers come")
      .thread([](world& w) { w.mutex.unlock_shared(); })
      .thread([](world& w) {
        w.mutex.lock();
        ++w.data.write();
        w.mutex.unlock();
      })
      .thread([](world& w) {
        if (w.mutex.try_lock()) {
          ++w.data.write();
          w.mutex.unlock();
        }
      })
      .finally([](world& w) { w.check(); });

  add_scenario<world>(prefix + ".abort", "the writer aborts that has closed the slots; a reader waits behind")
      .thread([](world& w) {
        auto writer = w.mutex.lock_request();
        if (!writer.cancel()) {
          writer.get();
          w.mutex.unlock();
        }
      })
      .thread([](world& w) { w.mutex.unlock_shared(); })
      .thread([](world& w) {
        w.mutex.lock_shared();
        static_cast<void>(w.data.read());
        w.mutex.unlock_shared();
      })
      .finally([](world& w) { w.check(); });

  add_scenario<world>(prefix + ".turns", "a single thread checks the order")
      .thread([](world& w) {
        require(w.mutex.try_lock_shared(), "a scattered reader keeps another one out");
        require(!w.mutex.try_lock(), "a writer enters beside two readers");
        auto writer = w.mutex.lock_request();
        require(writer.status() == request_status::waiting,
                "a writer does not wait for the scattered readers");
        require(!w.mutex.try_lock_shared(), "a reader enters before a waiting writer");
        auto reader = w.mutex.lock_shared_request();
        w.mutex.unlock_shared();
        require(writer.status() == request_status::waiting, "a writer does not wait for all readers");
        w.mutex.unlock_shared();
        require(writer.status() == request_status::granted, "the last reader does not let the writer in");
        require(reader.status() == request_status::waiting, "a reader enters beside a writer");
        writer.get();
        w.mutex.unlock();
        reader.get();
        w.mutex.unlock_shared();
      })
      .finally([](world& w) { w.check(); });
}

/// The slots do not exist yet.
template <options Options>
void add_first(const std::string& prefix) {
  using world = readers_and_writers<Options>;
  add_scenario<world>(prefix + ".first", "the first two readers create the slots beside a writer")
      .thread([](world& w) { w.read(); })
      .thread([](world& w) { w.read(); })
      .thread([](world& w) { w.write(); })
      .finally([](world& w) { w.check(); });

  add_scenario<world>(prefix + ".first_two", "two readers create the slots")
      .thread([](world& w) { w.read(); })
      .thread([](world& w) { w.read(); })
      .finally([](world& w) { w.check(); });

  for (const std::uint32_t nth : {1U, 2U}) {
    add_scenario<world>(prefix + ".memory_" + std::to_string(nth), "there is no memory for the slots")
        .thread([nth](world& w) {
          checked::fail_allocation(nth);
          w.read();
        })
        .thread([](world& w) { w.read(); })
        .finally([](world& w) { w.check(); });
  }
}

template <options Options>
void add_end_of_life(const std::string& prefix) {
  using world = mortal_lock<Options>;
  const auto read = [](world& w) {
    w.mutex->lock_shared();
    w.left.fetch_add(1, std::memory_order_relaxed);
    w.mutex->unlock_shared();
  };
  add_scenario<world>(prefix + ".writer_destroys", "a writer finds that both readers have been inside")
      .thread(read)
      .thread(read)
      .thread([](world& w) {
        w.mutex->lock();
        const bool last = w.left.load(std::memory_order_relaxed) == 2;
        w.mutex->unlock();
        w.destroy_if(last);
      })
      .finally([](world& w) { w.destroy_if_left(); });

  add_scenario<world>(prefix + ".try_lock_destroys", "the same for a writer that does not wait")
      .thread(read)
      .thread(read)
      .thread([](world& w) {
        if (w.mutex->try_lock()) {
          const bool last = w.left.load(std::memory_order_relaxed) == 2;
          w.mutex->unlock();
          w.destroy_if(last);
        }
      })
      .finally([](world& w) { w.destroy_if_left(); });

  const auto write = [](world& w) {
    w.mutex->lock();
    w.left.store(w.left.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    w.mutex->unlock();
  };
  add_scenario<world>(prefix + ".reader_destroys", "a reader finds that both writers have been inside")
      .thread(write)
      .thread(write)
      .thread([](world& w) {
        w.mutex->lock_shared();
        const bool last = w.left.load(std::memory_order_relaxed) == 2;
        w.mutex->unlock_shared();
        w.destroy_if(last);
      })
      .finally([](world& w) { w.destroy_if_left(); });
}

template <std::size_t Size>
void add_all(const std::string& prefix) {
  add_exclusion<scattered(Size, never)>(prefix + ".closed");
  add_exclusion<scattered(Size, at_once)>(prefix + ".reopened");
  add_changes<scattered_world<scattered(Size, never)>>(prefix + ".closed");
  add_changes<scattered_world<scattered(Size, at_once)>>(prefix + ".reopened");
  add_elsewhere<scattered(Size, at_once)>(prefix + ".reopened");
  add_first<scattered(Size, never)>(prefix + ".closed");
  add_end_of_life<scattered(Size, at_once)>(prefix + ".reopened");
}

/// The number is that of the cells in a segment, and of the slots.
bool add_sizes() {
  if constexpr (is_wanted("1")) {
    add_all<1>("scattered_readers.1");
  }
  if constexpr (is_wanted("2")) {
    add_all<2>("scattered_readers.2");
  }
  return true;
}

[[maybe_unused]] const bool added = add_sizes();

}  // namespace
}  // namespace cqs::check
