// Coroutines that resume in a Boost.Asio context, regardless of the thread that resumes them. `via` takes any
// function that passes a coroutine handle to an executor.

#include <coroutine>
#include <cstdio>
#include <exception>
#include <thread>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <cqs/semaphore.h>

/// The smallest coroutine type. It starts when called and frees its frame when it ends.
struct detached {
  struct promise_type {
    detached get_return_object() const noexcept { return {}; }
    std::suspend_never initial_suspend() const noexcept { return {}; }
    std::suspend_never final_suspend() const noexcept { return {}; }
    void return_void() const noexcept {}
    void unhandled_exception() const noexcept { std::terminate(); }
  };
};

int main() {
  boost::asio::io_context context;
  const auto onto_context = [&](auto coroutine) { boost::asio::post(context, coroutine); };

  cqs::counting_semaphore<> tickets(0);
  int passed = 0;
  bool in_context = true;
  const auto pass = [&]() -> detached {
    co_await tickets.async_acquire().via(onto_context);
    in_context = in_context && context.get_executor().running_in_this_thread();
    ++passed;
  };
  pass();
  pass();

  std::jthread([&] { tickets.release(2); }).join();  // only the context runs the coroutines
  const bool none_yet = passed == 0;
  context.run();
  std::printf("%d passed, %s\n", passed, in_context ? "in the context" : "elsewhere");
  return none_yet && passed == 2 && in_context ? 0 : 1;
}
