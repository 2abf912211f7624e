#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include <folly/fibers/FiberManager.h>
#include <folly/fibers/Semaphore.h>
#include <folly/fibers/SimpleLoopController.h>
#include <folly/fibers/TimedMutex.h>

#include "baselines/folly/origin.h"
#include "workloads/coroutines/cqs_resources.h"
#include "workloads/coroutines/folly_group.h"
#include "workloads/coroutines/plain_group.h"
#include "workloads/coroutines/visits.h"

/// Folly's fibers, spread over the workers, and the primitives they wait for.
namespace cqs::workloads {

class folly_fiber_group {
 public:
  static constexpr auto waiter = "fiber";
  static constexpr std::uint64_t most =
      10'000;  ///< each fiber maps a page beside its stack; the kernel allows 65 530 mappings

  explicit folly_fiber_group(const harness::cell_run& run) : _run(run) {}

  template <class Resource>
  void come(std::uint64_t members, turns& all, Resource& resource) {
    const std::uint64_t workers = _run.cell.threads;
    for (std::uint64_t worker = 0; worker < workers; ++worker) {
      const std::uint64_t share = members / workers + (worker < members % workers ? 1 : 0);
      _workers.emplace_back([this, &all, &resource, worker, share] {
        pin_workers(_run)(worker);
        folly::fibers::FiberManager::Options options;
        options.stackSize = std::size_t{16} * 1024;
        folly::fibers::FiberManager fibers(std::make_unique<folly::fibers::SimpleLoopController>(), options);
        for (std::uint64_t i = 0; i < share; ++i) {
          fibers.addTask([&] {
            visit_as_fiber(all, resource, [] {});
          });  // Folly's primitives hand over, so no step back is needed
        }
        auto& loop = dynamic_cast<folly::fibers::SimpleLoopController&>(fibers.loopController());
        loop.loop([&] { loop.stop(); });  // stops when no fiber is left
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

class folly_fiber_mutex_turns {
 public:
  static constexpr auto about = folly_async("folly.fibers.timed_mutex");
  static constexpr bool exclusive = true;
  static constexpr bool has_elements = false;

  explicit folly_fiber_mutex_turns(std::uint64_t /*members*/) { _mutex.lock(); }

  void enter() { _mutex.lock(); }
  void leave() { _mutex.unlock(); }
  void open() { _mutex.unlock(); }

 private:
  folly::fibers::TimedMutex _mutex;
};

class folly_fiber_semaphore_turns : public folly_semaphore_turns {
 public:
  using folly_semaphore_turns::folly_semaphore_turns;

  void enter() { semaphore().wait(); }
};

}  // namespace cqs::workloads
