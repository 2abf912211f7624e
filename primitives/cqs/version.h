#pragma once

#include <string_view>

/// The version of the library, by Semantic Versioning. This is its only source: CMake reads these lines.
#define CQS_VERSION_MAJOR 0
#define CQS_VERSION_MINOR 2
#define CQS_VERSION_PATCH 0

#define CQS_DETAIL_TEXT_OF(number) #number
#define CQS_DETAIL_VERSION_TEXT(major, minor, patch) \
  CQS_DETAIL_TEXT_OF(major) "." CQS_DETAIL_TEXT_OF(minor) "." CQS_DETAIL_TEXT_OF(patch)

namespace cqs {

/// The same as a text, such as "1.2.3".
inline constexpr std::string_view version =
    CQS_DETAIL_VERSION_TEXT(CQS_VERSION_MAJOR, CQS_VERSION_MINOR, CQS_VERSION_PATCH);

}  // namespace cqs

#undef CQS_DETAIL_VERSION_TEXT
#undef CQS_DETAIL_TEXT_OF
