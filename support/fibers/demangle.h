#pragma once

#include <string>
#include <typeinfo>

namespace cqs::fibers {

/// Returns the name of a type as in the source, without the namespaces of this project.
std::string demangle(const std::type_info& type);

}  // namespace cqs::fibers
