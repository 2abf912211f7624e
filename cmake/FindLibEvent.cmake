# Defines LibEvent::core. Debian's libevent has no CMake package.

find_path(LibEvent_INCLUDE_DIR event2/event.h)
find_library(LibEvent_CORE_LIBRARY event_core)
mark_as_advanced(LibEvent_INCLUDE_DIR LibEvent_CORE_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibEvent REQUIRED_VARS LibEvent_CORE_LIBRARY LibEvent_INCLUDE_DIR)

if(LibEvent_FOUND AND NOT TARGET LibEvent::core)
  add_library(LibEvent::core UNKNOWN IMPORTED)
  set_target_properties(LibEvent::core PROPERTIES
    IMPORTED_LOCATION ${LibEvent_CORE_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${LibEvent_INCLUDE_DIR})
endif()
