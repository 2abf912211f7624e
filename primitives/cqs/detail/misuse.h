#pragma once

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <system_error>

/// Errors of broken preconditions. Each message names the call. The call throws before it has an effect. Cold and out
/// of line, so that a check costs its caller one branch.
namespace cqs::detail {

[[noreturn, gnu::cold, gnu::noinline]] inline void throw_invalid_argument(const char* what) {
  throw std::invalid_argument(what);
}

[[noreturn, gnu::cold, gnu::noinline]] inline void throw_overflow(const char* what) {
  throw std::overflow_error(what);
}

[[noreturn, gnu::cold, gnu::noinline]] inline void throw_not_permitted(const char* what) {
  throw std::system_error(std::make_error_code(std::errc::operation_not_permitted), what);
}

/// Ends the program at a limit where the caller cannot continue and nothing else can report it.
[[noreturn, gnu::cold, gnu::noinline]] inline void fail(const char* what) noexcept {
  std::fputs(what, stderr);
  std::fputc('\n', stderr);
  std::abort();
}

}  // namespace cqs::detail
