#pragma once

#include <cstdint>

namespace cqs::support {

/// How many futex calls the thread has made through a platform that counts them.
inline thread_local std::uint64_t futex_calls = 0;

}  // namespace cqs::support
