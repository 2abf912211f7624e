#pragma once

#include <atomic>

namespace cqs::check {

// Short names for the memory orders, which toy programs use often.
inline constexpr auto relaxed = std::memory_order::relaxed;
inline constexpr auto acquire = std::memory_order::acquire;
inline constexpr auto release = std::memory_order::release;
inline constexpr auto acq_rel = std::memory_order::acq_rel;
inline constexpr auto seq_cst = std::memory_order::seq_cst;

}  // namespace cqs::check
