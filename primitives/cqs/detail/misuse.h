#pragma once

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <system_error>

/// Broken preconditions. Each names the call, and is thrown before or instead of the effect it would have
/// had. Cold and out of line, so that the checks cost their callers one branch.
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

/// A limit that cannot be reported otherwise, since the caller cannot go on.
[[noreturn, gnu::cold, gnu::noinline]] inline void fail(const char* what) noexcept {
  std::fputs(what, stderr);
  std::fputc('\n', stderr);
  std::abort();
}

}  // namespace cqs::detail
