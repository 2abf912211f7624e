#pragma once

#include <stdexcept>

namespace cqs::detail {

/// For a call that is wrong in any order of events. Out of line, as the functions of `misuse.h`.
[[noreturn, gnu::cold, gnu::noinline]] inline void throw_logic_error(const char* what) {
  throw std::logic_error(what);
}

}  // namespace cqs::detail
