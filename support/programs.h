#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace cqs::support {

/// Whether this is a file that the user may execute.
bool is_executable(const std::filesystem::path& file);

/// Returns the file that the system would run for this name without a slash: the first one in PATH.
std::optional<std::filesystem::path> find_in_path(const std::string& name);

}  // namespace cqs::support
