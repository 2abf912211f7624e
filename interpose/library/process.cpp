#include "interpose/library/process.h"

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "interpose/library/arena.h"
#include "interpose/library/cancellation.h"
#include "interpose/library/header.h"
#include "interpose/library/statistics.h"

namespace cqs::interpose {
namespace {

void before_fork() noexcept {
  memory().lock();
}

void after_fork_in_parent() noexcept {
  memory().unlock();
}

/// The child has one thread. The others of the parent may have been inside a lock, or wait in its queue. So each lock
/// begins anew at its first use.
void after_fork_in_child() noexcept {
  memory().unlock();
  header::begin_generation();
  reset_registry();
}

/// Registered before the handlers of the program. So it holds the memory only while no handler of the program runs,
/// and the child's locks begin anew before a handler of the program unlocks one.
[[gnu::constructor(101)]] void start() noexcept {
  prepare_registry();
  pthread_atfork(&before_fork, &after_fork_in_parent, &after_fork_in_child);
}

constexpr std::array<const char*, kinds> names{"mutex",     "condition", "rwlock",
                                               "semaphore", "barrier",   "spin"};

/// One line for each kind: the process, the kind, the objects that this library has constructed, and those that it has
/// passed to glibc. Several processes may write to the file.
[[gnu::destructor]] void report() noexcept {
  const char* const path = std::getenv(statistics_variable);
  const int file = path == nullptr ? -1 : open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) {
    return;
  }
  std::array<char, 1024> text{};
  std::size_t size = 0;
  for (std::size_t i = 0; i < kinds; ++i) {
    const int written = std::snprintf(
        text.data() + size, text.size() - size, "%d\t%s\t%llu\t%llu\n", static_cast<int>(getpid()), names[i],
        static_cast<unsigned long long>(counts.constructed[i].load(std::memory_order_relaxed)),
        static_cast<unsigned long long>(counts.passed[i].load(std::memory_order_relaxed)));
    size += static_cast<std::size_t>(std::max(written, 0));
  }
  // Nobody is left to hear of an error.
  [[maybe_unused]] const auto written = write(file, text.data(), size);
  close(file);
}

}  // namespace

bool rwlocks_are_glibcs() noexcept {
  enum : int { unknown, ours, glibcs };
  static constinit std::atomic<int> setting{unknown};
  int known = setting.load(std::memory_order_relaxed);
  if (known == unknown) {
    const char* const value = std::getenv(rwlock_variable);
    known = value != nullptr && std::strcmp(value, "glibc") == 0 ? glibcs : ours;
    setting.store(known, std::memory_order_relaxed);
  }
  return known == glibcs;
}

}  // namespace cqs::interpose
