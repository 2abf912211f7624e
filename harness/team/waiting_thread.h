#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

#include <pthread.h>
#include <sys/types.h>

namespace cqs::harness {

/// A thread that does nothing but wait in a primitive, and of which one can know for certain that it does: it
/// sleeps, or it has spent more processor time than it takes to enter a queue.
class waiting_thread {
 public:
  explicit waiting_thread(std::function<void()> wait);
  waiting_thread(const waiting_thread&) = delete;
  waiting_thread& operator=(const waiting_thread&) = delete;
  /// Joins it: it must have been let go.
  ~waiting_thread();

  /// False if it could not be made certain in that time.
  [[nodiscard]] bool stands_in_queue(std::chrono::milliseconds patience = std::chrono::seconds(2)) const;

 private:
  static void* begin(void* self);
  bool sleeps() const;
  std::chrono::nanoseconds processor_time() const;

  std::function<void()> _wait;
  std::atomic<pid_t> _id{0};
  pthread_t _thread;
};

}  // namespace cqs::harness
