#include "harness/team/waiting_thread.h"

#include <cerrno>
#include <ctime>
#include <system_error>

#include <unistd.h>

#include "harness/machine/thread_state.h"

namespace cqs::harness {

namespace {

constexpr std::size_t stack_bytes = 128 << 10;  // there may be many thousands
constexpr std::chrono::microseconds enough_spinning{300};

}  // namespace

waiting_thread::waiting_thread(std::function<void()> wait) : _wait(std::move(wait)) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack_bytes);
  const int error = pthread_create(&_thread, &attributes, &begin, this);
  pthread_attr_destroy(&attributes);
  if (error != 0) {
    throw std::system_error(error, std::generic_category(), "no more threads can be made");
  }
}

waiting_thread::~waiting_thread() {
  pthread_join(_thread, nullptr);
}

void* waiting_thread::begin(void* self) {
  auto& thread = *static_cast<waiting_thread*>(self);
  thread._id.store(gettid(), std::memory_order_release);
  thread._wait();
  return nullptr;
}

bool waiting_thread::stands_in_queue(std::chrono::milliseconds patience) const {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (_id.load(std::memory_order_acquire) == 0 || (!sleeps() && processor_time() < enough_spinning)) {
    if (std::chrono::steady_clock::now() >= deadline) {
      return false;
    }
    std::this_thread::sleep_for(std::chrono::microseconds(20));
  }
  return true;
}

bool waiting_thread::sleeps() const {
  return is_asleep(_id.load(std::memory_order_relaxed));
}

std::chrono::nanoseconds waiting_thread::processor_time() const {
  clockid_t clock{};
  timespec time{};
  if (pthread_getcpuclockid(_thread, &clock) != 0 || clock_gettime(clock, &time) != 0) {
    return std::chrono::nanoseconds(0);
  }
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

}  // namespace cqs::harness
