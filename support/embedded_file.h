#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cqs::support {

/// A file of the source tree that is compiled into a program: see cmake/EmbedFiles.cmake.
struct embedded_file {
  std::string_view name;  ///< without its extension
  std::string_view text;
};

/// Null if no file has this name.
const embedded_file* find_embedded(std::span<const embedded_file> files, std::string_view name);

std::vector<std::string> names_of(std::span<const embedded_file> files);

}  // namespace cqs::support
