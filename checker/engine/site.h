#pragma once

#include <fibres/site.h>

namespace cqs::check {

using fibres::site;

}  // namespace cqs::check
