#pragma once

#include <cstdint>

namespace cqs::fibers {

/// A place in the source: the caller of an operation.
///
/// Use it as a defaulted last parameter, `site where = site::current()`. It is not `std::source_location`,
/// because clang 14 has the builtins below but not that class.
struct site {
  const char* file = "";
  std::uint32_t line = 0;

  static constexpr site current(const char* file = __builtin_FILE(),
                                std::uint32_t line = __builtin_LINE()) noexcept {
    return {file, line};
  }
};

}  // namespace cqs::fibers
