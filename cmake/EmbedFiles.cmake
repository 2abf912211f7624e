# embed_files(<target> <header> <namespace> <variable> <file>...)
#
# Writes a header for the target with an array `<namespace>::<variable>` of `cqs::support::embedded_file`.
# Each file becomes one element, named after the file without its extension. CMake configures again when a
# file changes.
function(embed_files target header namespace variable)
  set(entries "")
  foreach(file IN LISTS ARGN)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    get_filename_component(name ${file} NAME_WLE)
    file(READ ${file} text)
    string(APPEND entries "    {\"${name}\", R\"cqs(${text})cqs\"},\n")
  endforeach()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/generated)
  file(CONFIGURE OUTPUT ${folder}/${header} CONTENT
"#pragma once

#include \"support/embedded_file.h\"

namespace @namespace@ {

inline constexpr support::embedded_file @variable@[] = {
@entries@};

}  // namespace @namespace@
" @ONLY)
  target_include_directories(${target} PRIVATE ${folder})
endfunction()
