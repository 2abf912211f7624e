#pragma once

#include <support/fibers/site.h>

namespace cqs::check {

using fibers::site;

}  // namespace cqs::check
