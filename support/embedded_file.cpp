#include "support/embedded_file.h"

#include <algorithm>

namespace cqs::support {

const embedded_file* find_embedded(std::span<const embedded_file> files, std::string_view name) {
  const auto found = std::ranges::find(files, name, &embedded_file::name);
  return found == files.end() ? nullptr : &*found;
}

std::vector<std::string> names_of(std::span<const embedded_file> files) {
  std::vector<std::string> names;
  for (const embedded_file& file : files) {
    names.emplace_back(file.name);
  }
  return names;
}

}  // namespace cqs::support
