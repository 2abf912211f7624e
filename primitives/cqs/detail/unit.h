#pragma once

namespace cqs {

/// The value of a primitive that hands over permission, not data.
struct unit {};

}  // namespace cqs
