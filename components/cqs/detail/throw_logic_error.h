#pragma once

#include <stdexcept>

namespace cqs::detail {

/// A call that no order of events makes right. Out of line, as those of `misuse.h`.
[[noreturn, gnu::cold, gnu::noinline]] inline void throw_logic_error(const char* what) {
  throw std::logic_error(what);
}

}  // namespace cqs::detail
