#pragma once

#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <checker/checked.h>
#include <checker/engine/failure.h>
#include <checker/engine/program.h>

namespace cqs::check {

/// A program with a name and a description, which `cqs-check` lists and runs.
class scenario : public program {
 public:
  scenario(std::string name, std::string description)
      : _name(std::move(name)), _description(std::move(description)) {}

  const std::string& name() const noexcept { return _name; }
  const std::string& description() const noexcept { return _description; }

 private:
  std::string _name;
  std::string _description;
};

/// A scenario over a `World`. Every execution creates a new world.
template <class World>
class scenario_of final : public scenario {
 public:
  using scenario::scenario;

  /// Sets the arguments of the world's constructor (default: none).
  template <class... Args>
  scenario_of& world(Args... args) {
    _make = [args...] { return checked::create<World>(args...); };
    return *this;
  }

  /// Adds a thread: a callable that takes a `World&`.
  template <class Body>
  scenario_of& thread(Body body) {
    _threads.push_back(made_from(body));
    return *this;
  }

  /// Sets the check that runs after all threads have ended, before the world is destroyed.
  template <class Check>
  scenario_of& finally(Check check) {
    _finally = made_from(check);
    return *this;
  }

  std::size_t thread_count() const noexcept override { return _threads.size(); }
  void* make_world() const override { return _make(); }
  void run_thread(std::size_t thread, void* world) const override {
    _threads[thread](*static_cast<World*>(world));
  }
  void finish(void* world) const override {
    if (_finally) {
      _finally(*static_cast<World*>(world));
    }
    checked::destroy(static_cast<World*>(world));
  }

 private:
  using action = std::function<void(World&)>;

  /// Most callables have no captures. As function pointers they share one type, which compiles faster.
  template <class F>
  static action made_from(F callable) {
    if constexpr (std::is_convertible_v<F, void (*)(World&)>) {
      return static_cast<void (*)(World&)>(callable);
    } else {
      return callable;
    }
  }

  std::function<World*()> _make = [] { return checked::create<World>(); };
  std::vector<action> _threads;
  action _finally;
};

/// An assertion of a scenario: ends the execution with a violation unless `condition` holds.
inline void require(bool condition, const char* message, site where = site::current()) noexcept {
  if (!condition) {
    fail(violation_kind::assertion, [&] { return std::string(message) + " (" + describe(where) + ")"; });
  }
}

}  // namespace cqs::check
