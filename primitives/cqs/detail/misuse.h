#pragma once

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <system_error>

/// Errors of broken preconditions. Each message names the call. The call throws before it has an effect. Cold and out
/// of line, so that a check costs its caller one branch. With -fno-exceptions, the message goes to the standard error
/// and the program ends.
namespace cqs::detail {

/// Ends the program where the caller cannot continue and nothing else can report it.
[[noreturn, gnu::cold, gnu::noinline]] inline void fail(const char* what) noexcept {
  std::fputs(what, stderr);
  std::fputc('\n', stderr);
  std::abort();
}

template <class Exception, class... Args>
[[noreturn]] void throw_or_fail(const char* what, [[maybe_unused]] const Args&... args) {
#if defined(__cpp_exceptions)
  throw Exception(args..., what);
#else
  fail(what);
#endif
}

[[noreturn, gnu::cold, gnu::noinline]] inline void throw_invalid_argument(const char* what) {
  throw_or_fail<std::invalid_argument>(what);
}

[[noreturn, gnu::cold, gnu::noinline]] inline void throw_overflow(const char* what) {
  throw_or_fail<std::overflow_error>(what);
}

[[noreturn, gnu::cold, gnu::noinline]] inline void throw_not_permitted(const char* what) {
  throw_or_fail<std::system_error>(what, std::make_error_code(std::errc::operation_not_permitted));
}

}  // namespace cqs::detail
