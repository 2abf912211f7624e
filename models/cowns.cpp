// A model of cowns with backpressure, as specified and corrected. It visits every reachable state, breadth first.
//
// The names of actions and invariants are those of the specification. A message passes through the queues of its cowns
// in ascending order; the last cown runs it. A cown that sends to an overloaded cown is muted when its behaviour
// completes, until the receiver is no longer overloaded. All claims hold as specified. But they also hold if no cown is
// ever muted, and entries of mute sets become stale. In the corrected model, a cown whose priority rises leaves all mute
// sets, and there are further claims.

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace {

using cown = int;
using cown_set = std::uint8_t;  // one bit per cown

constexpr int most_cowns = 4;
constexpr int most_messages = 12;
constexpr cown nobody = -1;

constexpr cown_set only(cown c) {
  return static_cast<cown_set>(1U << c);
}
constexpr bool contains(cown_set set, cown c) {
  return (set >> c & 1) != 0;
}
constexpr cown first(cown_set set) {
  return std::countr_zero(set);
}
constexpr cown last(cown_set set) {
  return std::bit_width(set) - 1;
}
constexpr cown_set below(cown c) {
  return static_cast<cown_set>(only(c) - 1);
}
constexpr cown_set above(cown c) {
  return static_cast<cown_set>(~(below(c) | only(c)));
}
constexpr cown_set without(cown_set set, cown_set gone) {
  return static_cast<cown_set>(set & ~gone);
}

struct configuration {
  int cowns = 3;
  int behaviours = 4;
  int threshold = 2;
  bool corrected = false;
  bool more_claims = false;  // also checks the claims of the corrected model
  std::string without;       // the seeded error: the omitted part
  bool trace = false;
};

struct state {
  std::array<cown_set, most_cowns * most_messages> messages{};
  std::array<std::uint8_t, most_cowns> length{};
  std::array<std::int8_t, most_cowns> priority{};
  std::array<std::int8_t, most_cowns> blocker{nobody, nobody, nobody, nobody};
  std::array<std::int8_t, most_cowns> mutor{nobody, nobody, nobody, nobody};
  std::array<cown_set, most_cowns> mute{};
  cown_set scheduled = 0;
  cown_set running = 0;
  std::uint8_t fuel = 0;

  bool operator==(const state&) const = default;

  cown_set message(cown c, int i) const { return messages[static_cast<std::size_t>(c * most_messages + i)]; }
  cown_set current(cown c) const { return length[at(c)] > 0 ? message(c, 0) : cown_set{0}; }
  bool sleeping(cown c) const { return contains(scheduled, c) && length[at(c)] == 0; }
  void append(cown c, cown_set m) {
    if (length[at(c)] == most_messages) {
      throw std::length_error("the model has more messages than this program supports");
    }
    messages[static_cast<std::size_t>(c * most_messages + length[at(c)]++)] = m;
  }
  void remove_first(cown c) {
    const auto begin = messages.begin() + c * most_messages;
    std::copy(begin + 1, begin + most_messages, begin);
    *(begin + most_messages - 1) = 0;
    --length[at(c)];
  }
  static std::size_t at(cown c) { return static_cast<std::size_t>(c); }
};

struct hash {
  std::size_t operator()(const state& s) const {
    static_assert(std::has_unique_object_representations_v<state>);
    return std::hash<std::string_view>{}({reinterpret_cast<const char*>(&s), sizeof s});
  }
};

class specification {
 public:
  explicit specification(configuration c) : _c(std::move(c)) {}

  state initial() const {
    state s;
    s.fuel = static_cast<std::uint8_t>(_c.behaviours);
    for (cown c = 0; c < _c.cowns; ++c) {
      s.append(c, only(c));
      s.scheduled |= only(c);
    }
    return s;
  }

  /// Calls `next(action, cown, state)` for each possible step.
  template <class Next>
  void steps(const state& s, Next next) const {
    for (cown c = 0; c < _c.cowns; ++c) {
      const cown_set m = s.current(c);
      if (contains(s.scheduled, c) && m != 0 && c < last(m)) {
        next("Acquire", c, acquire(s, c));
      }
      if (contains(s.scheduled, c) && !contains(s.running, c) && m != 0 && c == last(m)) {
        next("Prerun", c, prerun(s, c));
      }
      if (contains(s.running, c)) {
        for (cown_set receivers = 1; s.fuel > 0 && receivers < only(_c.cowns); ++receivers) {
          next("Send", c, send(s, c, receivers));
        }
        next("Complete", c, complete(s, c));
      }
    }
    const cown_set idle = invalid_mutors(s);
    const cown_set unmuting = muted_by(s, idle);
    if (unmuting != 0 && !leaves_out("unmute")) {
      next("Unmute", nobody, unmute(s, idle, unmuting));
    }
  }

  bool all_sleep(const state& s) const {
    return for_all([&](cown c) { return s.sleeping(c); });
  }

  /// Returns the name of a violated claim, or null.
  const char* broken_claim(const state& s) const {
    const char* const broken = broken_claim_as_specified(s);
    return broken == nullptr && _c.more_claims ? broken_claim_added(s) : broken;
  }

  bool anybody_muted(const state& s) const { return low(s, everybody()) != 0; }
  cown_set everybody() const { return below(_c.cowns); }

 private:
  bool leaves_out(std::string_view what) const { return _c.without == what; }

  template <class Predicate>
  bool for_all(Predicate p) const {
    for (cown c = 0; c < _c.cowns; ++c) {
      if (!p(c)) {
        return false;
      }
    }
    return true;
  }
  template <class Predicate>
  cown_set where(cown_set set, Predicate p) const {
    cown_set found = 0;
    for (cown c = 0; c < _c.cowns; ++c) {
      found = static_cast<cown_set>(found | (contains(set, c) && p(c) ? only(c) : 0));
    }
    return found;
  }
  cown_set of_priority(const state& s, cown_set set, int p) const {
    return where(set, [&](cown c) { return s.priority[state::at(c)] == p; });
  }
  cown_set low(const state& s, cown_set set) const { return of_priority(s, set, -1); }
  cown_set high(const state& s, cown_set set) const { return of_priority(s, set, 1); }
  bool overloaded(const state& s, cown c) const { return s.length[state::at(c)] > _c.threshold; }

  cown_set blockers(const state& s, cown c) const {
    cown_set found = 0;
    for (cown b = s.blocker[state::at(c)]; b != nobody; b = s.blocker[state::at(b)]) {
      found |= only(b);
    }
    return found;
  }

  cown_set prioritizing(const state& s, cown_set set) const {
    const cown_set unprioritized = without(set, high(s, set));
    cown_set all = unprioritized;
    for (cown c = 0; c < _c.cowns && !leaves_out("blockers"); ++c) {
      all = static_cast<cown_set>(all | (contains(unprioritized, c) ? blockers(s, c) : 0));
    }
    return all;
  }

  void set_priority(state& s, cown_set set, int p) const {
    where(set, [&](cown c) {
      s.priority[state::at(c)] = static_cast<std::int8_t>(p);
      return true;
    });
  }

  void leave_mute_sets(state& s, cown_set gone) const {
    for (auto& set : s.mute) {
      set = without(set, gone);
    }
  }

  /// Raises the priority of the cowns that a cown of high priority waits for, so that they are not delayed.
  void raise(state& after, const state& s, cown_set set) const {
    if (leaves_out("priority")) {
      return;
    }
    const cown_set raised = prioritizing(s, set);
    after.scheduled |= low(s, raised);
    set_priority(after, raised, 1);
    if (_c.corrected) {
      leave_mute_sets(after, raised);
    }
  }

  state acquire(const state& s, cown c) const {
    const cown_set m = s.current(c);
    const auto rest = static_cast<cown_set>(m & above(c));
    state after = s;
    if (high(s, m) != 0) {
      raise(after, s, rest);
    }
    after.scheduled = without(after.scheduled, only(c));
    after.blocker[state::at(c)] = static_cast<std::int8_t>(first(rest));
    after.remove_first(c);
    after.append(first(rest), m);
    return after;
  }

  bool requires_priority(const state& s, cown c) const {
    bool waited_for = overloaded(s, c);
    for (int i = 0; i < s.length[state::at(c)]; ++i) {
      waited_for |= high(s, without(s.message(c, i), only(c))) != 0;
    }
    return waited_for;
  }

  state prerun(const state& s, cown c) const {
    state after = s;
    after.priority[state::at(c)] = requires_priority(s, c) ? 1 : 0;
    after.running |= only(c);
    where(s.current(c), [&](cown k) {
      after.blocker[state::at(k)] = nobody;
      return true;
    });
    return after;
  }

  bool valid_mutor(const state& s, cown c) const {
    const int p = s.priority[state::at(c)];
    return (p == 1 && overloaded(s, c)) || p == -1;
  }

  state send(const state& s, cown c, cown_set receivers) const {
    const cown_set senders = s.current(c);
    state after = s;
    --after.fuel;
    after.append(first(receivers), receivers);
    if (high(s, receivers) == 0) {
      return after;
    }
    raise(after, s, receivers);
    const cown_set mutors = where(without(receivers, senders), [&](cown k) { return valid_mutor(s, k); });
    const bool may_be_muted = of_priority(s, senders, 0) == senders && (senders & receivers) == 0;
    if (mutors != 0 && s.mutor[state::at(c)] == nobody && may_be_muted) {
      after.mutor[state::at(c)] = static_cast<std::int8_t>(first(mutors));
    }
    return after;
  }

  state complete(const state& s, cown c) const {
    const cown_set m = s.current(c);
    const cown mutor = s.mutor[state::at(c)];
    state after = s;
    after.scheduled |= m;
    if (mutor != nobody && !leaves_out("mute")) {
      const cown_set muting = of_priority(s, m, 0);
      set_priority(after, muting, -1);
      after.mute[state::at(mutor)] |= muting;
      after.scheduled = without(after.scheduled, muting);
    }
    after.remove_first(c);
    after.running = without(after.running, only(c));
    after.mutor[state::at(c)] = nobody;
    return after;
  }

  /// Returns the cowns whose mute sets must be emptied.
  cown_set invalid_mutors(const state& s) const {
    return where(everybody(), [&](cown c) {
      return s.priority[state::at(c)] == 0 || (s.sleeping(c) && !leaves_out("sleeping"));
    });
  }
  cown_set muted_by(const state& s, cown_set mutors) const {
    cown_set muted = 0;
    where(mutors, [&](cown k) {
      muted |= low(s, s.mute[state::at(k)]);
      return true;
    });
    return muted;
  }

  state unmute(const state& s, cown_set idle, cown_set unmuting) const {
    state after = s;
    set_priority(after, unmuting, 0);
    after.scheduled |= unmuting;
    where(idle, [&](cown k) {
      after.mute[state::at(k)] = 0;
      return true;
    });
    if (_c.corrected) {
      leave_mute_sets(after, unmuting);
    }
    return after;
  }

  cown_set all_muted(const state& s) const {
    cown_set all = 0;
    for (const auto set : s.mute) {
      all |= set;
    }
    return all;
  }

  const char* broken_claim_as_specified(const state& s) const {
    int messages = 0;
    cown_set acquired = 0;
    for (cown k = 0; k < _c.cowns; ++k) {
      messages += s.length[state::at(k)];
      for (int i = 0; i < s.length[state::at(k)]; ++i) {
        acquired = static_cast<cown_set>(acquired | (s.message(k, i) & below(k)));
      }
    }
    if (messages > _c.behaviours + _c.cowns) {
      return "MessageLimit";
    }
    for (cown c = 0; c < _c.cowns; ++c) {
      if (const char* const broken = broken_claim_of(s, c, acquired)) {
        return broken;
      }
    }
    return will_schedule(s) ? nullptr : "WillScheduleCown";
  }

  const char* broken_claim_of(const state& s, cown c, cown_set acquired) const {
    const cown_set m = s.current(c);
    const bool is_low = s.priority[state::at(c)] == -1;
    const bool is_scheduled = contains(s.scheduled, c);
    const bool is_running = contains(s.running, c);
    if (is_running && !(is_scheduled && m != 0 && c == last(m))) {
      return "RunningIsScheduled";
    }
    if (contains(s.mute[state::at(c)], c)) {
      return "CownNotMutedBySelf";
    }
    if (is_low && is_scheduled) {
      return "LowPriorityNotScheduled";
    }
    if (is_low && !contains(all_muted(s), c)) {
      return "LowPriorityMuted";
    }
    if (is_running &&
        !for_all([&](cown k) { return !contains(m, k) || s.blocker[state::at(k)] == nobody; })) {
      return "RunningNotBlocked";
    }
    if (is_scheduled == (is_low || contains(acquired, c))) {
      return "UnscheduledByMuteOrAcquire";
    }
    if (m != 0 && !contains(m, c)) {
      return "SelfInCurrentMessage";
    }
    for (int i = 0; i < s.length[state::at(c)]; ++i) {
      const cown_set message = s.message(c, i);
      if ((message & below(c) & s.scheduled) != 0) {
        return "BehaviourAcquisition";
      }
      const auto up_to = static_cast<cown_set>(below(c) | only(c));
      if ((high(s, message) & below(c)) != 0 && (low(s, message) & up_to) != 0) {
        return "Nonblocking";
      }
    }
    return nullptr;
  }

  bool will_schedule(const state& s) const {
    return s.scheduled != 0 || !for_all([&](cown k) {
             return s.priority[state::at(k)] != 0 || low(s, s.mute[state::at(k)]) == 0;
           });
  }

  const char* broken_claim_added(const state& s) const {
    const cown_set muted = all_muted(s);
    if (muted != low(s, everybody())) {
      return "NoStaleMute";
    }
    for (cown c = 0; c < _c.cowns; ++c) {
      if (contains(muted, c) && mutor_chain_is_cyclic(s, c)) {
        return "MutingAcyclic";
      }
      if (acquired_more_than_once(s, c)) {
        return "AcquiredOnce";
      }
    }
    return nullptr;
  }

  bool acquired_more_than_once(const state& s, cown c) const {
    int times = 0;
    for (cown k = c + 1; k < _c.cowns; ++k) {
      for (int i = 0; i < s.length[state::at(k)]; ++i) {
        times += contains(s.message(k, i), c) ? 1 : 0;
      }
    }
    return times > 1;
  }

  bool mutor_chain_is_cyclic(const state& s, cown c) const {
    cown_set reached = only(c);
    for (;;) {
      const cown_set mutors =
          where(everybody(), [&](cown k) { return (s.mute[state::at(k)] & reached) != 0; });
      if (contains(mutors, c)) {
        return true;
      }
      if ((mutors | reached) == reached) {
        return false;
      }
      reached |= mutors;
    }
  }

  configuration _c;
};

/// A search of the reachable states. It stores each state with the step that first reached it.
class search {
 public:
  explicit search(const configuration& c) : _c(c), _specification(c) {}

  int run() {
    const auto begin = std::chrono::steady_clock::now();
    add(_specification.initial(), 0, "Init", nobody);
    std::string verdict;
    std::size_t at = 0;
    for (; at < _states.size() && verdict.empty(); ++at) {
      verdict = visit(at);
    }
    if (verdict.empty() && !is_acyclic()) {
      verdict = "Termination";
    } else if (verdict.empty() && _c.more_claims && !_muting_seen) {
      verdict = "MutingHappens";
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    if (_c.trace && !verdict.empty()) {
      tell(at - 1);
    }
    std::printf("verdict: %s\nstates: %zu\nseconds: %.2f\n", verdict.empty() ? "holds" : verdict.c_str(),
                _states.size(), seconds.count());
    return 0;
  }

 private:
  struct origin {
    std::size_t before;
    const char* action;
    cown by;
  };

  std::size_t add(const state& s, std::size_t before, const char* action, cown by) {
    const auto [found, is_new] = _numbers.emplace(s, _states.size());
    if (is_new) {
      _states.push_back(&found->first);
      _origins.push_back({before, action, by});
    }
    return found->second;
  }

  std::string visit(std::size_t at) {
    const state& s = *_states[at];
    if (const char* const broken = _specification.broken_claim(s)) {
      return broken;
    }
    _muting_seen |= _specification.anybody_muted(s);
    _successors.emplace_back();
    _specification.steps(s, [&](const char* action, cown by, const state& after) {
      _successors.back().push_back(add(after, at, action, by));
    });
    return _successors.back().empty() && !_specification.all_sleep(s) ? "Deadlock" : "";
  }

  /// Termination: without a cycle every run ends, and at its end all cowns sleep.
  bool is_acyclic() const {
    std::vector<std::size_t> predecessors(_states.size(), 0);
    for (const auto& targets : _successors) {
      for (const auto target : targets) {
        ++predecessors[target];
      }
    }
    std::vector<std::size_t> ready{0};
    std::size_t removed = 0;
    while (!ready.empty()) {
      const auto at = ready.back();
      ready.pop_back();
      ++removed;
      for (const auto target : _successors[at]) {
        if (--predecessors[target] == 0) {
          ready.push_back(target);
        }
      }
    }
    return removed == _states.size();
  }

  void tell(std::size_t at) const {
    std::vector<std::string> lines;
    for (;; at = _origins[at].before) {
      lines.push_back(describe(at));
      if (at == 0) {
        break;
      }
    }
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
      std::cout << *line << '\n';
    }
  }

  std::string describe(std::size_t at) const {
    const state& s = *_states[at];
    std::string line = _origins[at].action;
    line += _origins[at].by == nobody ? ":" : " " + std::to_string(_origins[at].by + 1) + ":";
    for (cown c = 0; c < _c.cowns; ++c) {
      line += "  " + std::to_string(c + 1) + "<";
      for (int i = 0; i < s.length[state::at(c)]; ++i) {
        line += names(s.message(c, i));
      }
      line += ">";
      line += contains(s.running, c) ? " runs" : contains(s.scheduled, c) ? "" : " off";
      line += s.priority[state::at(c)] == 1 ? " high" : s.priority[state::at(c)] == -1 ? " low" : "";
      line += s.mute[state::at(c)] != 0 ? " mutes" + names(s.mute[state::at(c)]) : "";
    }
    return line;
  }

  std::string names(cown_set set) const {
    std::string text = "{";
    for (cown c = 0; c < _c.cowns; ++c) {
      text += contains(set, c) ? std::to_string(c + 1) : "";
    }
    return text + "}";
  }

  configuration _c;
  specification _specification;
  std::unordered_map<state, std::size_t, hash> _numbers;
  std::vector<const state*> _states;
  std::vector<origin> _origins;
  std::vector<std::vector<std::size_t>> _successors;
  bool _muting_seen = false;
};

configuration parse(int count, char** arguments) {
  configuration c;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    const auto equals = argument.find('=');
    const auto name = argument.substr(0, equals);
    const auto value = equals == std::string::npos ? std::string() : argument.substr(equals + 1);
    if (name == "COWNS") {
      c.cowns = std::stoi(value);
    } else if (name == "BEHAVIOURS") {
      c.behaviours = std::stoi(value);
    } else if (name == "THRESHOLD") {
      c.threshold = std::stoi(value);
    } else if (name == "CORRECTED") {
      c.corrected = value == "1";
      c.more_claims = c.more_claims || c.corrected;
    } else if (name == "MORE_CLAIMS") {
      c.more_claims = value == "1";
    } else if (name == "WITHOUT") {
      c.without = value;
    } else if (name == "--trace") {
      c.trace = true;
    } else {
      throw std::invalid_argument(
          "unknown argument '" + argument +
          "'; known arguments: COWNS, BEHAVIOURS, THRESHOLD, CORRECTED, MORE_CLAIMS, WITHOUT and --trace");
    }
  }
  if (c.cowns < 1 || c.cowns > most_cowns || c.behaviours < 0 || c.behaviours + c.cowns > most_messages) {
    throw std::invalid_argument("COWNS must be from 1 to 4, and COWNS + BEHAVIOURS at most 12");
  }
  constexpr std::array errors{"", "mute", "unmute", "sleeping", "priority", "blockers"};
  if (std::find(errors.begin(), errors.end(), c.without) == errors.end()) {
    throw std::invalid_argument("WITHOUT must be one of mute, unmute, sleeping, priority, blockers");
  }
  return c;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    return search(parse(count, arguments)).run();
  } catch (const std::exception& error) {
    std::cerr << "cowns: " << error.what() << '\n';
    return 2;
  }
}
