#pragma once

#include <array>
#include <cstdint>
#include <string>

#include <checker/history/history.h>

namespace cqs::check {

/// The calls of the framework itself. `suspend` returns the value of its resume; `resume` takes that value.
struct queue_operations {
  enum operation : std::uint8_t { suspend, resume };
  static constexpr std::array names{"suspend", "resume"};
};

/// Requires FIFO order. If suspend A was in the queue before suspend B began, then no resume that began after
/// B's resume ended resumes A. Values match resumes with suspends, so they must differ. Every received value
/// must have been sent.
void require_fifo(const history& history, site where = site::current());

}  // namespace cqs::check
