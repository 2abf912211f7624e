#pragma once

#include <stdexcept>

namespace cqs::support {

/// What the person at the terminal can mend; its text says how. Anything else that is thrown is a fault of
/// ours.
class user_error : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace cqs::support
