#pragma once

#include <string>

namespace cqs::harness {

/// What this program was built from; `unknown` outside of a git repository. `-dirty` at its end: and from
/// changes.
std::string build_commit();

}  // namespace cqs::harness
