#pragma once

#include <string>

#include "simulator/machine.h"

namespace cqs::simulator::tests {

/// Two packages of two caches of two cores of two threads, with round numbers: tests can compute its times by
/// hand. Processors 0 and 1 are siblings; 2 shares their cache, 4 their package, 8 nothing.
inline std::string round_machine_text() {
  return R"({
    "description": "round numbers",
    "topology": "pack:2 l3:2 core:2 pu:2",
    "idle_states": [{"name": "shallow", "from": 20000, "exit": 3000, "source": "made up"},
                    {"name": "deep", "from": 100000, "exit": 30000, "source": "made up"}],
    "published": [],
    "costs_ns": {
      "load_hit": [1, "made up"], "store": [2, "made up"], "rmw": [10, "made up"], "pause": [40, "made up"],
      "load_latency": [4, "made up"], "second_level": [14, "made up"], "third_level": [44, "made up"],
      "first_level_lines": [16, "made up"], "second_level_lines": [64, "made up"], "clock": [25, "made up"],
      "mispredict": [6, "made up"], "jitter": [0, "made up"],
      "work": [3, "made up"], "smt_slowdown": [2, "made up"], "allocation": [20, "made up"],
      "same_cache": [100, "made up"], "same_package": [200, "made up"], "other_package": [400, "made up"],
      "home_detour": [50, "made up"], "sibling": [9, "made up"],
      "memory": [300, "made up"], "shared_read": [7, "made up"], "invalidation": [5, "made up"],
      "syscall": [1000, "made up"], "sleep": [500, "made up"], "wake": [700, "made up"],
      "wake_latency": [5000, "made up"], "context_switch": [2000, "made up"], "quantum": [100000, "made up"],
      "sleeper_credit": [50000, "made up"], "wakeup_granularity": [20000, "made up"]
    }
  })";
}

inline const machine& round_machine() {
  static const machine made = machine::parse("round", round_machine_text());
  return made;
}

}  // namespace cqs::simulator::tests
