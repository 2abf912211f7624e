#pragma once

#include <array>
#include <cstdint>
#include <string>

#include <checker/history/history.h>

namespace cqs::check {

/// The calls of the framework itself: `suspend` gives the value it was resumed with, `resume` takes it.
struct queue_operations {
  enum operation : std::uint8_t { suspend, resume };
  static constexpr std::array names{"suspend", "resume"};
};

/// Requires that nobody was overtaken: if suspend A had its place before suspend B began, then A is not
/// resumed by a resume that began after B's resume had ended. Values tell which resume belongs to which
/// suspend, so they must differ; none may come that nobody sent.
void require_fifo(const history& history, site where = site::current());

}  // namespace cqs::check
