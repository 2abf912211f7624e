# Defines Folly::folly: the installed Folly if CMake finds one, otherwise a build of the source that
# scripts/fetch-folly downloads. If neither exists, `folly_skipped` gives the reason.

option(CQS_WITH_FOLLY "Include Folly in the comparison" ON)

set(folly_skipped "")
set(folly_version "")

if(NOT CQS_WITH_FOLLY)
  set(folly_skipped "switched off by CQS_WITH_FOLLY")
  return()
endif()

if(CQS_SANITIZE MATCHES thread)
  set(folly_skipped "Folly uses fences, which the thread sanitizer does not support")
  return()
endif()

# An installed Folly is not built with our sanitizer.
if(NOT CQS_SANITIZE)
  find_package(folly CONFIG QUIET)
  if(TARGET Folly::folly)
    set(folly_version ${folly_VERSION})
    return()
  endif()
endif()

execute_process(COMMAND ${PROJECT_SOURCE_DIR}/scripts/fetch-folly --where
  OUTPUT_VARIABLE folly_root OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT EXISTS ${folly_root}/folly/SharedMutex.cpp)
  set(folly_skipped "Folly's source is not downloaded: run scripts/fetch-folly")
  return()
endif()
string(REGEX REPLACE ".*/folly-" "" folly_version ${folly_root})

find_package(Threads REQUIRED)
find_package(Boost 1.74 QUIET COMPONENTS context)
find_package(gflags CONFIG QUIET)
find_package(glog CONFIG QUIET)
find_package(fmt CONFIG QUIET)
find_package(double-conversion CONFIG QUIET)
find_package(FastFloat CONFIG QUIET)
find_package(LibEvent QUIET)
foreach(dependency IN ITEMS
    Boost::context=libboost-context-dev gflags=libgflags-dev glog::glog=libgoogle-glog-dev fmt::fmt=libfmt-dev
    double-conversion::double-conversion=libdouble-conversion-dev FastFloat::fast_float=libfast-float-dev
    LibEvent::core=libevent-dev)
  string(REPLACE "=" ";" dependency ${dependency})
  list(POP_FRONT dependency target)
  if(NOT TARGET ${target})
    list(APPEND folly_missing ${dependency})
  endif()
endforeach()
if(folly_missing)
  list(JOIN folly_missing " " folly_missing)
  set(folly_skipped "Folly needs these Debian packages: ${folly_missing}")
  return()
endif()

include(FollySources)
list(TRANSFORM folly_sources PREPEND ${folly_root}/folly/)
list(TRANSFORM folly_sources APPEND .cpp)

add_library(folly STATIC EXCLUDE_FROM_ALL ${folly_sources})
add_library(Folly::folly ALIAS folly)
# Unity batches: the headers take most of the compile time. SanitizeLeak.cpp clashes with names of other files.
set_target_properties(folly PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
set_source_files_properties(${folly_root}/folly/memory/SanitizeLeak.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
target_include_directories(folly SYSTEM PUBLIC ${folly_root})
# Always -O2: DistributedMutex is slower at -O3, and coroutines need tail calls. Without debug information
# and with the source in a fixed folder, ccache serves all clones.
target_compile_options(folly PRIVATE -w -O2 -g0)
# Replaces the folly-config.h that Folly's own build writes: Linux, glibc, no codecs, no symbolizer.
target_compile_definitions(folly PUBLIC
  FOLLY_NO_CONFIG
  FOLLY_MOBILE=0
  FOLLY_HAVE_PTHREAD=1 FOLLY_HAVE_PTHREAD_ATFORK=1
  FOLLY_HAVE_LIBGFLAGS=1 FOLLY_GFLAGS_NAMESPACE=gflags FOLLY_HAVE_LIBGLOG=1
  FOLLY_HAVE_ACCEPT4=1 FOLLY_HAVE_CLOCK_GETTIME=1 FOLLY_HAVE_GETRANDOM=1 FOLLY_HAVE_LIBRT=1
  FOLLY_HAVE_MALLOC_USABLE_SIZE=1 FOLLY_HAVE_PIPE2=1 FOLLY_HAVE_PREADV=1 FOLLY_HAVE_PWRITEV=1
  FOLLY_HAVE_INT128_T=1 FOLLY_HAVE_UNALIGNED_ACCESS=1 FOLLY_HAVE_VLA=1 FOLLY_HAVE_WCHAR_SUPPORT=1
  FOLLY_HAVE_WEAK_SYMBOLS=1
  FOLLY_DEMANGLE_MAX_SYMBOL_SIZE=1024)
if(CQS_SANITIZE MATCHES address)
  target_compile_definitions(folly PUBLIC FOLLY_LIBRARY_SANITIZE_ADDRESS=1)
endif()
target_link_libraries(folly PUBLIC
  Boost::context Boost::headers glog::glog gflags fmt::fmt double-conversion::double-conversion
  FastFloat::fast_float LibEvent::core Threads::Threads ${CMAKE_DL_LIBS})
