#pragma once

namespace cqs::support {

/// From now on Ctrl-C and a request to terminate are noted, and end nothing by themselves. A second one ends
/// at once.
void note_interruptions();

bool interrupted();

}  // namespace cqs::support
