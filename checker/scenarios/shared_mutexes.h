#pragma once

#include <cstdint>
#include <string>

#include <cqs/shared_mutex.h>

#include <checker/history/specifications/shared_mutex.h>
#include <checker/scenarios/variants.h>

namespace cqs::check {

/// Readers and writers of one readers-writer lock. Writers change plain data, which readers look at.
template <options Options>
struct readers_and_writers {
  using mutex_type = basic_shared_mutex<Options, checked>;
  using specification = shared_mutex_specification;

  void write() {
    auto call = calls.begin(specification::lock);
    mutex.lock();
    call.returns();
    change_and_unlock();
  }
  void write_after_a_while() {
    auto call = calls.begin(specification::lock);
    const bool locked = mutex.try_lock_for(soon);
    call.ends(locked);
    if (locked) {
      change_and_unlock();
    }
  }
  void change_and_unlock() {
    ++data.write();
    auto call = calls.begin(specification::unlock);
    mutex.unlock();
    call.returns();
  }
  void read() {
    auto call = calls.begin(specification::lock_shared);
    mutex.lock_shared();
    call.returns();
    look_and_unlock();
  }
  void read_after_a_while() {
    auto call = calls.begin(specification::lock_shared);
    const bool locked = mutex.try_lock_shared_for(soon);
    call.ends(locked);
    if (locked) {
      look_and_unlock();
    }
  }
  void write_and_read() {
    auto call = calls.begin(specification::lock);
    mutex.lock();
    call.returns();
    ++data.write();
    become_reader();
    look_and_unlock();
  }
  void become_reader() {
    auto call = calls.begin(specification::downgrade);
    mutex.unlock_and_lock_shared();
    call.returns();
  }
  void read_and_write() {
    auto call = calls.begin(specification::lock_shared);
    mutex.lock_shared();
    call.returns();
    static_cast<void>(data.read());
    write_if_alone();
  }
  void write_if_alone() { become_writer() ? change_and_unlock() : look_and_unlock(); }
  bool become_writer() {
    auto call = calls.begin(specification::try_upgrade);
    const bool upgraded = mutex.try_unlock_shared_and_lock();
    if (upgraded || !upgrade_may_fail) {
      call.returns(static_cast<std::int64_t>(upgraded));
    } else {
      call.aborts();  // another thread may be about to close the slots
    }
    return upgraded;
  }
  void look_and_unlock() {
    static_cast<void>(data.read());
    auto call = calls.begin(specification::unlock_shared);
    mutex.unlock_shared();
    call.returns();
  }
  void check() {
    require_linearizable(calls, specification{});
    require_sound(mutex.readers());
    require_sound(mutex.writers());
    require(mutex.try_lock(), "the lock is lost");
  }

  mutex_type mutex;
  checked::plain<int> data{0};
  history calls;
  bool upgrade_may_fail = false;
};

/// Writers that become readers, and readers that become writers.
template <class World>
void add_changes(const std::string& prefix) {
  const auto check = [](World& w) { w.check(); };

  add_scenario<World>(prefix + ".downgrade", "a writer becomes a reader beside a writer and a reader")
      .thread([](World& w) { w.write_and_read(); })
      .thread([](World& w) { w.write(); })
      .thread([](World& w) { w.read(); })
      .finally(check);

  add_scenario<World>(prefix + ".upgrade", "a reader becomes a writer beside a writer and a reader")
      .thread([](World& w) { w.read_and_write(); })
      .thread([](World& w) { w.write(); })
      .thread([](World& w) { w.read(); })
      .finally(check);

  add_scenario<World>(prefix + ".two_upgrades",
                      "two readers try to become writers, beside a writer that times out")
      .thread([](World& w) { w.read_and_write(); })
      .thread([](World& w) { w.read_and_write(); })
      .thread([](World& w) { w.write_after_a_while(); })
      .finally(check);

  add_scenario<World>(prefix + ".down_and_up",
                      "a writer becomes a reader and a writer again, as does another")
      .thread([](World& w) {
        w.mutex.lock();
        ++w.data.write();
        w.mutex.unlock_and_lock_shared();
        if (w.mutex.try_unlock_shared_and_lock()) {
          ++w.data.write();
          w.mutex.unlock();
        } else {
          static_cast<void>(w.data.read());
          w.mutex.unlock_shared();
        }
      })
      .thread([](World& w) {
        w.mutex.lock_shared();
        if (w.mutex.try_unlock_shared_and_lock()) {
          ++w.data.write();
          w.mutex.unlock_and_lock_shared();
        }
        static_cast<void>(w.data.read());
        w.mutex.unlock_shared();
      })
      .finally(check);

  add_scenario<World>(prefix + ".changes", "a single thread checks the order of those who change sides")
      .thread([](World& w) {
        w.mutex.lock_shared();
        require(w.mutex.try_unlock_shared_and_lock(), "the only reader cannot become the writer");
        auto reader = w.mutex.lock_shared_request();
        auto writer = w.mutex.lock_request();
        require(reader.status() == request_status::waiting, "a reader enters beside a writer");
        w.mutex.unlock_and_lock_shared();
        require(reader.status() == request_status::granted,
                "a reader waits for a reader that was the writer");
        require(writer.status() == request_status::waiting, "a writer enters beside readers");
        require(!w.mutex.try_unlock_shared_and_lock(), "a reader becomes the writer beside a reader");
        reader.get();
        w.mutex.unlock_shared();
        require(!w.mutex.try_unlock_shared_and_lock(), "a reader becomes the writer before a waiting writer");
        require(!w.mutex.try_lock_shared(), "a reader enters before a waiting writer");
        require(writer.cancel(), "a writer enters beside a reader");
        require(w.mutex.try_unlock_shared_and_lock(), "the only reader cannot become the writer again");
        require(!w.mutex.try_lock_shared(), "a reader enters beside the reader that has become the writer");
        w.mutex.unlock();
      })
      .finally(check);
}

}  // namespace cqs::check
