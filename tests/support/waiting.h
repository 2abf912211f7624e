#pragma once

namespace cqs::tests {

/// Makes a request in a container. A request cannot be moved, but it can be constructed in place.
template <class Request>
struct waiting {
  template <class Make>
  explicit waiting(Make make) : request(make()) {}
  Request request;
};

}  // namespace cqs::tests
