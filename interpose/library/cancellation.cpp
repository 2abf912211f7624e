#include "interpose/library/cancellation.h"

#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

#include "interpose/library/real_function.h"

namespace cqs::interpose {
namespace {

constinit real_function<int(pthread_t)> real_cancel("pthread_cancel");

thread_local constinit cancellable own_record __attribute__((tls_model("initial-exec")));

/// The threads that can be cancelled, in lists by their handles.
struct bucket {
  spin_word guard;
  cancellable* first = nullptr;
};
constinit std::array<bucket, 64> buckets{};

bucket& bucket_of(pthread_t thread) noexcept {
  return buckets[(thread >> 12) % buckets.size()];
}

void leave_registry(void* given) noexcept {
  auto* const record = static_cast<cancellable*>(given);
  if (!record->is_registered) {
    return;  // since a fork: `reset_registry` cannot reach the key of the thread
  }
  bucket& list = bucket_of(record->thread);
  const spin_guard guard(list.guard);
  cancellable** link = &list.first;
  while (*link != record) {
    link = &(*link)->next;
  }
  *link = record->next;
  record->is_registered = false;
}

pthread_key_t make_key() noexcept {
  pthread_key_t key{};
  if (pthread_key_create(&key, &leave_registry) != 0) {
    std::fputs("libcqs-interpose: the program has taken all keys for data of threads\n", stderr);
    std::abort();
  }
  return key;
}

pthread_key_t at_exit() noexcept {
  static const pthread_key_t key = make_key();
  return key;
}

void enter_registry(cancellable& record) noexcept {
  record.thread = pthread_self();
  record.is_registered = true;
  {
    bucket& list = bucket_of(record.thread);
    const spin_guard guard(list.guard);
    record.next = list.first;
    list.first = &record;
  }
  pthread_setspecific(at_exit(), &record);
}

}  // namespace

void prepare_registry() noexcept {
  at_exit();
}

cancellable& begin_cancellable_wait() {
  if (!own_record.is_registered) {
    enter_registry(own_record);
  }
  // In this order: a cancellation before this store is pending now, and one after it stays noted.
  own_record.is_cancelled.store(false, std::memory_order_seq_cst);
  pthread_testcancel();
  return own_record;
}

cancellable_sleep::cancellable_sleep(cancellable& record, cancellable::word& state,
                                     std::uint32_t bit) noexcept
    : _record(record) {
  const spin_guard guard(bucket_of(record.thread).guard);
  record.sleep = &state;
  record.bit = bit;
}

cancellable_sleep::~cancellable_sleep() {
  const spin_guard guard(bucket_of(_record.thread).guard);
  _record.sleep = nullptr;
}

namespace {

int cancel(pthread_t thread) {
  const int result = real_cancel(thread);  // a thread may cancel itself, and end here
  bucket& list = bucket_of(thread);
  const spin_guard guard(list.guard);
  for (cancellable* each = list.first; each != nullptr; each = each->next) {
    if (pthread_equal(each->thread, thread) != 0) {
      each->is_cancelled.store(true, std::memory_order_seq_cst);
      if (each->sleep != nullptr) {
        each->sleep->fetch_or(each->bit, std::memory_order_relaxed);
        interposed::futex_wake_one(each->sleep);
      }
    }
  }
  return result;
}

}  // namespace

void reset_registry() noexcept {
  for (bucket& each : buckets) {
    each.guard.unlock();
    each.first = nullptr;
  }
  own_record.is_registered = false;
  own_record.sleep = nullptr;
}

}  // namespace cqs::interpose

extern "C" [[gnu::visibility("default")]] int pthread_cancel(pthread_t thread) {
  return cqs::interpose::cancel(thread);
}
