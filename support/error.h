#pragma once

#include <stdexcept>

namespace cqs::support {

/// An error that the user can correct; its text says how. Any other exception is a bug of this project.
class user_error : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace cqs::support
