#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include <boost/fiber/barrier.hpp>
#include <boost/fiber/buffered_channel.hpp>
#include <boost/fiber/fiber.hpp>
#include <boost/fiber/fixedsize_stack.hpp>
#include <boost/fiber/mutex.hpp>
#include <boost/fiber/operations.hpp>

#include <cqs/fiber.h>

#include "baselines/boost/origin.h"
#include "workloads/coroutines/cqs_resources.h"
#include "workloads/coroutines/plain_group.h"
#include "workloads/coroutines/visits.h"

/// Boost fibers, spread over the workers, and the primitives they wait for.
namespace cqs::workloads {

/// Stacks are as small as the work allows: a fiber touches only a page or two.
constexpr std::size_t fiber_stack_size = std::size_t{16} * 1024;
constexpr std::uint64_t most_fibers = 100'000;

class boost_fiber_group {
 public:
  static constexpr auto waiter = "fiber";
  static constexpr std::uint64_t most = most_fibers;

  explicit boost_fiber_group(const harness::cell_run& run) : _run(run) {}

  template <class Resource>
  void come(std::uint64_t members, turns& all, Resource& resource) {
    const std::uint64_t workers = _run.cell.threads;
    for (std::uint64_t worker = 0; worker < workers; ++worker) {
      const std::uint64_t share = members / workers + (worker < members % workers ? 1 : 0);
      _workers.emplace_back([this, &all, &resource, worker, share] {
        pin_workers(_run)(worker);
        std::vector<boost::fibers::fiber> fibers;
        fibers.reserve(share);
        for (std::uint64_t i = 0; i < share; ++i) {
          fibers.emplace_back(std::allocator_arg, boost::fibers::fixedsize_stack(fiber_stack_size),
                              [&] { visit_as_fiber(all, resource, [] { boost::this_fiber::yield(); }); });
        }
        for (auto& each : fibers) {
          each.join();
        }
      });
    }
  }

  template <class Resource>
  void begin(turns& all, Resource& resource) {
    all.begin();
    resource.open();
  }

  void end() { _workers.clear(); }

 private:
  const harness::cell_run& _run;
  std::vector<std::jthread> _workers;
};

/// How a Boost fiber waits for this library's primitives.
struct wait_in_fiber {
  template <class Awaitable>
  auto operator()(Awaitable awaited) const {
    return fiber::wait_for(std::move(awaited));
  }
};

constexpr baselines::description boost_fiber_async(std::string_view name) {
  return {name, baselines::boost_origin, baselines::waiting::suspending};
}

class boost_fiber_mutex_turns {
 public:
  static constexpr auto about = boost_fiber_async("boost_fiber.mutex");
  static constexpr bool exclusive = true;
  static constexpr bool has_elements = false;

  explicit boost_fiber_mutex_turns(std::uint64_t /*members*/) { _mutex.lock(); }

  void enter() { _mutex.lock(); }
  void leave() { _mutex.unlock(); }
  void open() { _mutex.unlock(); }

 private:
  boost::fibers::mutex _mutex;
};

class boost_fiber_channel_turns {
 public:
  static constexpr auto about = boost_fiber_async("boost_fiber.buffered_channel");
  static constexpr bool exclusive = false;
  static constexpr bool has_elements = true;

  explicit boost_fiber_channel_turns(std::uint64_t /*members*/) {}

  std::uint64_t enter() { return _channel.value_pop(); }
  void leave(std::uint64_t element) { _channel.push(element); }
  void open() {
    for (std::uint64_t i = 0; i < several; ++i) {
      _channel.push(i);
    }
  }

 private:
  boost::fibers::buffered_channel<std::uint64_t> _channel{2 * several};
};

class boost_fiber_barrier_turns {
 public:
  static constexpr auto about = boost_fiber_async("boost_fiber.barrier");
  static constexpr bool exclusive = false;
  static constexpr bool has_elements = false;

  explicit boost_fiber_barrier_turns(std::uint64_t members) : _gate(members + 1), _barrier(members) {}

  void await_opening() { _gate.wait(); }
  void enter() { _barrier.wait(); }
  void leave() {}
  void open() { _gate.wait(); }

 private:
  boost::fibers::barrier _gate;
  boost::fibers::barrier _barrier;
};

}  // namespace cqs::workloads
