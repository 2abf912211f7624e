// Readers and writers of an object that contains its own shared_mutex. One user learns by its lock that all
// others have finished. It destroys the object while their unlocks are still returning. Waits are aborted
// before that.

#include <atomic>
#include <cstddef>
#include <thread>

#include <gtest/gtest.h>

#include <cqs/options.h>
#include <cqs/shared_mutex.h>
#include <tests/primitives/lifetime.h>

namespace {

using cqs::tests::team_size;
using cqs::tests::user;

constexpr cqs::options by_default;
constexpr cqs::options one_cell{.segment_size = 1};
constexpr cqs::options scattered{.scattering = {.most_slots = 2, .patience = 0, .at_once = true}};

template <cqs::options Options>
struct shared_object : cqs::tests::mortal {
  using mutex_type = cqs::basic_shared_mutex<Options>;

  void lock(user& self) {
    while (!self.patience.wait(
        [this] {
          mutex.lock();
          return true;
        },
        [this](auto timeout) { return mutex.try_lock_for(timeout); },
        [this](const auto& stop) { return mutex.lock(stop); })) {
    }
  }
  void lock_shared(user& self) {
    while (!self.patience.wait(
        [this] {
          mutex.lock_shared();
          return true;
        },
        [this](auto timeout) { return mutex.try_lock_shared_for(timeout); },
        [this](const auto& stop) { return mutex.lock_shared(stop); })) {
    }
  }

  mutex_type mutex;
  std::atomic<std::size_t> others = team_size - 1;
};

constexpr bool is_destroyer(const user& self) {
  return self.index == 0;
}

/// A writer that finds the readers finished has excluded all of them.
template <cqs::options Options>
void read_until_a_writer_destroys() {
  using object_type = shared_object<Options>;
  cqs::tests::use_up<object_type>([](object_type& object, user& self) {
    if (!is_destroyer(self)) {
      object.lock_shared(self);
      object.others.fetch_sub(1, std::memory_order_relaxed);
      object.mutex.unlock_shared();
      return;
    }
    for (bool last = false; !last; std::this_thread::yield()) {
      object.lock(self);
      last = object.others.load(std::memory_order_relaxed) == 0;
      object.mutex.unlock();
    }
    cqs::tests::destroy(object);
  });
}

/// A reader that finds the writers finished has excluded all of them.
template <cqs::options Options>
void write_until_a_reader_destroys() {
  using object_type = shared_object<Options>;
  cqs::tests::use_up<object_type>([](object_type& object, user& self) {
    if (!is_destroyer(self)) {
      object.lock(self);
      object.others.fetch_sub(1, std::memory_order_relaxed);
      object.mutex.unlock();
      return;
    }
    for (bool last = false; !last; std::this_thread::yield()) {
      object.lock_shared(self);
      last = object.others.load(std::memory_order_relaxed) == 0;
      object.mutex.unlock_shared();
    }
    cqs::tests::destroy(object);
  });
}

/// One writer unlocks while many readers wait or abort.
template <cqs::options Options>
struct locked_object : shared_object<Options> {
  locked_object() { this->mutex.lock(); }
};

template <cqs::options Options>
void unlock_until_the_last_reader_destroys() {
  using object_type = locked_object<Options>;
  cqs::tests::use_up<object_type>([](object_type& object, user& self) {
    if (self.index == 0) {
      object.mutex.unlock();
      return;
    }
    object.lock_shared(self);
    object.mutex.unlock_shared();
    if (object.others.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      cqs::tests::destroy(object);
    }
  });
}

TEST(lifetime_of_a_shared_mutex, ends_with_the_writer_after_all_readers) {
  read_until_a_writer_destroys<by_default>();
}

TEST(lifetime_of_a_shared_mutex, ends_with_the_reader_after_all_writers) {
  write_until_a_reader_destroys<by_default>();
}

TEST(lifetime_of_a_shared_mutex, ends_with_the_writer_after_all_scattered_readers) {
  read_until_a_writer_destroys<scattered>();
}

TEST(lifetime_of_a_shared_mutex, ends_with_the_scattered_reader_after_all_writers) {
  write_until_a_reader_destroys<scattered>();
}

TEST(lifetime_of_a_shared_mutex, ends_with_the_last_of_many_readers) {
  unlock_until_the_last_reader_destroys<by_default>();
}

TEST(lifetime_of_a_shared_mutex, ends_with_the_last_of_many_readers_in_many_segments) {
  unlock_until_the_last_reader_destroys<one_cell>();
}

}  // namespace
