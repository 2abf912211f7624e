#pragma once

#include <string>
#include <typeinfo>

namespace cqs::fibers {

/// The name of a type as it is written in the source, without the namespaces of this project.
std::string demangle(const std::type_info& type);

}  // namespace cqs::fibers
