#pragma once

namespace cqs::harness {

/// What a team is about. What its members count while it warms up is discarded.
enum class team_phase : unsigned char { warming_up, measuring, over };

}  // namespace cqs::harness
