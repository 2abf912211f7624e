#pragma once

#include <atomic>
#include <fstream>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

#include <unistd.h>

namespace cqs::tests {

/// A thread that runs `body(stop_token)`. The test continues when the thread sleeps in the kernel.
class sleeping_thread {
 public:
  template <class Body>
  explicit sleeping_thread(Body body)
      : _thread([this, body = std::move(body)](const std::stop_token& stop) {
          _id.store(gettid(), std::memory_order_release);
          body(stop);
        }) {
    while (!sleeps()) {
      std::this_thread::yield();
    }
  }

  std::stop_source stop_source() { return _thread.get_stop_source(); }
  void join() { _thread.join(); }

 private:
  /// The state is the letter after the program's name, which is in parentheses.
  bool sleeps() const {
    const auto id = _id.load(std::memory_order_acquire);
    std::ifstream file("/proc/self/task/" + std::to_string(id) + "/stat");
    std::string text;
    std::getline(file, text);
    const auto name_end = text.rfind(')');
    return id != 0 && name_end != std::string::npos && text.substr(name_end).starts_with(") S");
  }

  std::atomic<pid_t> _id{0};
  std::jthread _thread;  // destroyed first
};

}  // namespace cqs::tests
