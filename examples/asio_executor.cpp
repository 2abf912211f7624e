// Coroutines that go on in a Boost.Asio context, whoever resumes them: `via` takes any function that passes a
// coroutine's handle to an executor.

#include <cstdio>
#include <thread>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <cqs/semaphore.h>

#include "workloads/coroutines/task.h"

using cqs::workloads::task;

int main() {
  boost::asio::io_context context;
  const auto onto_context = [&](auto coroutine) { boost::asio::post(context, coroutine); };

  cqs::counting_semaphore<> tickets(0);
  int passed = 0;
  bool in_context = true;
  const auto pass = [&]() -> task {
    co_await tickets.async_acquire().via(onto_context);
    in_context = in_context && context.get_executor().running_in_this_thread();
    ++passed;
  };
  const task first = pass();
  const task second = pass();
  first.coroutine().resume();
  second.coroutine().resume();

  std::jthread([&] { tickets.release(2); }).join();  // does not run them: that is the context's business
  const bool none_yet = passed == 0;
  context.run();
  std::printf("%d passed, %s\n", passed, in_context ? "in the context" : "elsewhere");
  return none_yet && passed == 2 && in_context ? 0 : 1;
}
