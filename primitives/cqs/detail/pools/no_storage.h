#pragma once

#include <optional>

#include <cqs/detail/unit.h>

namespace cqs::detail {

/// Storage of elements without data: the count of the pool is all that is needed.
struct no_storage {
  bool try_insert(unit& /*element*/) noexcept { return true; }
  std::optional<unit> try_retrieve() noexcept { return unit{}; }
};

}  // namespace cqs::detail
