#pragma once

namespace cqs::tests {

/// A request in a container: one cannot be moved, but it can be made in place.
template <class Request>
struct waiting {
  template <class Make>
  explicit waiting(Make make) : request(make()) {}
  Request request;
};

}  // namespace cqs::tests
