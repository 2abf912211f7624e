#include "harness/machine/git_state.h"

#include "harness/machine/commit.h"

namespace cqs::harness {

std::string build_commit() {
  return std::string(build::commit) + (build::dirty ? "-dirty" : "");
}

}  // namespace cqs::harness
