// Two threads, one after the other, lock two mutexes. With the argument `opposite` the second takes them in the opposite
// order: no deadlock today, but the thread sanitizer can tell that one is possible.

#include <cstring>
#include <mutex>
#include <shared_mutex>
#include <thread>

#include <cqs/mutex.h>
#include <cqs/shared_mutex.h>

namespace {

cqs::mutex first;
cqs::shared_mutex second;

void in_order() {
  const std::lock_guard outer(first);
  const std::shared_lock inner(second);
}

void in_opposite_order() {
  const std::lock_guard outer(second);
  const std::lock_guard inner(first);
}

}  // namespace

int main(int argc, char** argv) {
  const bool opposite = argc > 1 && std::strcmp(argv[1], "opposite") == 0;
  std::thread(in_order).join();
  std::thread(opposite ? in_opposite_order : in_order).join();
}
