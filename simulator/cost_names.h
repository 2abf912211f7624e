#pragma once

#include <string_view>
#include <utility>

#include "simulator/engine/costs.h"

namespace cqs::simulator {

/// The names of the times in machine files.
inline constexpr std::pair<std::string_view, picoseconds costs::*> cost_names[] = {
    {"load_hit", &costs::load_hit},
    {"load_latency", &costs::load_latency},
    {"second_level", &costs::second_level},
    {"third_level", &costs::third_level},
    {"store", &costs::store},
    {"rmw", &costs::rmw},
    {"mispredict", &costs::mispredict},
    {"pause", &costs::pause},
    {"clock", &costs::clock},
    {"work", &costs::work},
    {"allocation", &costs::allocation},
    {"same_cache", &costs::same_cache},
    {"same_package", &costs::same_package},
    {"other_package", &costs::other_package},
    {"home_detour", &costs::home_detour},
    {"sibling", &costs::sibling},
    {"memory", &costs::memory},
    {"shared_read", &costs::shared_read},
    {"invalidation", &costs::invalidation},
    {"syscall", &costs::syscall},
    {"sleep", &costs::sleep},
    {"wake", &costs::wake},
    {"wake_latency", &costs::wake_latency},
    {"context_switch", &costs::context_switch},
    {"quantum", &costs::quantum},
    {"sleeper_credit", &costs::sleeper_credit},
    {"wakeup_granularity", &costs::wakeup_granularity},
};

/// The names of the costs that are not times.
inline constexpr std::pair<std::string_view, double costs::*> ratio_names[] = {
    {"first_level_lines", &costs::first_level_lines},
    {"second_level_lines", &costs::second_level_lines},
    {"smt_slowdown", &costs::smt_slowdown},
    {"jitter", &costs::jitter},
};

}  // namespace cqs::simulator
