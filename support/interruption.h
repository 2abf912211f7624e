#pragma once

namespace cqs::support {

/// From now on, Ctrl-C and a termination request only set a flag. A second one ends the process immediately.
void note_interruptions();

bool interrupted();

}  // namespace cqs::support
