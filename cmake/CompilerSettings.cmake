# Compiler settings of the suite. The library itself imposes no settings on its users.

set(CMAKE_CXX_STANDARD 20 CACHE STRING "The C++ standard of the suite: 20 or later")
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # With paths relative to the source, a second clone finds what the first has compiled.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${CCACHE})
endif()

add_library(cqs_warnings INTERFACE)
target_compile_options(cqs_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Woverloaded-virtual -Werror)

if(CQS_SANITIZE)
  # g++ itself warns that its sanitizers cause false reports of this warning.
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    target_compile_options(cqs_warnings INTERFACE -Wno-maybe-uninitialized)
  endif()
  add_compile_options(-fsanitize=${CQS_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${CQS_SANITIZE})
  if(CQS_SANITIZE MATCHES undefined)
    add_compile_options(-fno-sanitize-recover=undefined)
  endif()
endif()
