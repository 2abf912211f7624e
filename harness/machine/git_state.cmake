# Writes OUTPUT, a header with the commit of SOURCE and whether the tree differs from it. Runs at every build, and changes
# the file only if its content changes.

set(commit unknown)
set(dirty false)
find_program(GIT git)
if(GIT)
  set(git ${CMAKE_COMMAND} -E env GIT_OPTIONAL_LOCKS=0 ${GIT} -C ${SOURCE})
  execute_process(COMMAND ${git} rev-parse HEAD OUTPUT_VARIABLE output RESULT_VARIABLE failed
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT failed)
    set(commit ${output})
    execute_process(COMMAND ${git} status --porcelain -- primitives baselines workloads harness
      OUTPUT_VARIABLE changes ERROR_QUIET)
    if(changes)
      set(dirty true)
    endif()
  endif()
endif()

set(text "#pragma once

namespace cqs::harness::build {

inline constexpr auto commit = \"${commit}\";
inline constexpr bool dirty = ${dirty};

}  // namespace cqs::harness::build
")
set(before "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} before)
endif()
if(NOT before STREQUAL text)
  file(WRITE ${OUTPUT} "${text}")
endif()
