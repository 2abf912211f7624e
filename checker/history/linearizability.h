#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include <checker/engine/failure.h>
#include <checker/engine/hash.h>
#include <checker/history/call.h>
#include <checker/history/history.h>
#include <checker/history/precedence.h>

namespace cqs::check {

/// The linearization points of a call. A waiting call has two, as in dual data structures: the request and
/// the follow-up. An aborted call has a request and a withdrawal.
enum class point : std::uint8_t { whole, request, follow_up, withdrawal };

/// A sequential specification.
///
/// - `names` lists the names of its operations.
/// - `parameters()` distinguishes specifications of one type.
/// - `state` is the state of the object; `hash(state)` distinguishes states.
/// - `waits(call)` returns true if the call has the two points of a request.
/// - `apply(state, calls, index, point)` changes the state. It returns false if the call cannot do this, or
///   return its result, now.
template <class S>
concept specification = requires(const S& s, typename S::state& state, const typename S::state& constant,
                                 std::span<const call> calls, std::size_t index, point at) {
  {std::span<const char* const>(S::names)};
  { s.parameters() } -> std::same_as<std::uint64_t>;
  { s.initial() } -> std::same_as<typename S::state>;
  { s.waits(calls[index]) } -> std::same_as<bool>;
  { s.apply(state, calls, index, at) } -> std::same_as<bool>;
  { s.hash(constant) } -> std::same_as<std::uint64_t>;
};

/// Searches for an order of all points that the specification allows, with each point between the beginning
/// and the end of its call. This is the search of Wing and Gong with a memory of dead ends.
///
/// An aborted call has either no effect, or the effect of a withdrawn request.
template <specification Specification>
class linearization {
 public:
  linearization(const Specification& specification, std::span<const call> calls, const precedence& order)
      : _specification(specification), _calls(calls), _order(order), _stages(calls.size(), stage::before) {}

  bool exists() { return search(_specification.initial(), 0); }

 private:
  enum class stage : std::uint8_t { before, requested, done };
  using state = typename Specification::state;

  /// Returns true if every point that must precede those of this call is already in the order.
  bool may_come(std::size_t index) const noexcept {
    precedence::call_mask unfinished = 0;
    precedence::call_mask unrequested = 0;
    for (std::size_t i = 0; i < _calls.size(); ++i) {
      const auto bit = precedence::call_mask{1} << i;
      unfinished |= _stages[i] != stage::done ? bit : 0;
      unrequested |= _stages[i] == stage::before && _specification.waits(_calls[i]) ? bit : 0;
    }
    return (unfinished & _order.ended_before(index)) == 0 &&
           (unrequested & _order.registered_before(index)) == 0;
  }

  std::uint64_t remembered(const state& now) const noexcept {
    std::uint64_t key = _specification.hash(now);
    for (const stage each : _stages) {
      key = mix(key, static_cast<std::uint64_t>(each));
    }
    return key;
  }

  bool try_point(std::size_t index, point at, stage next, const state& now, std::size_t finished) {
    state after = now;
    if (!_specification.apply(after, _calls, index, at)) {
      return false;
    }
    return try_stage(index, next, after, finished);
  }

  bool try_stage(std::size_t index, stage next, const state& after, std::size_t finished) {
    const stage before = std::exchange(_stages[index], next);
    const bool found = search(after, finished + static_cast<std::size_t>(next == stage::done));
    _stages[index] = before;
    return found;
  }

  bool try_call(std::size_t index, const state& now, std::size_t finished) {
    const call& each = _calls[index];
    if (_stages[index] == stage::requested) {
      const point last = each.status == call_status::aborted ? point::withdrawal : point::follow_up;
      return try_point(index, last, stage::done, now, finished);
    }
    if (each.status == call_status::aborted && try_stage(index, stage::done, now, finished)) {
      return true;
    }
    return _specification.waits(each) ? try_point(index, point::request, stage::requested, now, finished)
                                      : try_point(index, point::whole, stage::done, now, finished);
  }

  bool search(const state& now, std::size_t finished) {
    if (finished == _calls.size()) {
      return true;
    }
    if (!_dead_ends.insert(remembered(now)).second) {
      return false;
    }
    for (std::size_t i = 0; i < _calls.size(); ++i) {
      if (_stages[i] != stage::done && may_come(i) && try_call(i, now, finished)) {
        return true;
      }
    }
    return false;
  }

  const Specification& _specification;
  std::span<const call> _calls;
  const precedence& _order;
  std::vector<stage> _stages;
  std::unordered_set<std::uint64_t> _dead_ends;
};

/// Describes the calls, one per line. `names` are the names of the operations.
std::string describe(std::span<const call> calls, std::span<const char* const> names);

/// A hash that is equal for histories with the same calls, results and precedences.
std::uint64_t hash_of(std::span<const call> calls, const precedence& order);

/// Requires that the history is linearizable. Call this in `finally`. On weak memory, a call precedes another
/// if it happens before it, because a thread without synchronization may see an old state.
template <specification Specification>
void require_linearizable(const history& history, const Specification& specification,
                          site where = site::current()) {
  // Most executions repeat the history of an earlier one.
  static std::unordered_set<std::uint64_t> accepted;
  const std::span<const call> calls = history.calls();
  const precedence order(calls, promised_order());
  const std::uint64_t key = mix(hash_of(calls, order), specification.parameters());
  if (accepted.count(key) != 0) {
    return;
  }
  if (!linearization<Specification>(specification, calls, order).exists()) {
    fail(violation_kind::assertion,
         [&] { return describe(where) + ": not linearizable:" + describe(calls, Specification::names); });
  }
  accepted.insert(key);
}

}  // namespace cqs::check
