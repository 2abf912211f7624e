#pragma once

#include <filesystem>
#include <string>

namespace cqs::interpose {

/// Returns the file that the system would run for this name. Throws `support::user_error` if there is none, or if the
/// loader would not preload a library into it.
std::filesystem::path find_program(const std::string& name);

}  // namespace cqs::interpose
