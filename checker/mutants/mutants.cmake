# What `cqs-check mutants` needs to build a program of its own from each seeded bug.

add_library(cqs_mutant_runner STATIC ${CMAKE_CURRENT_LIST_DIR}/runner.cpp)
target_link_libraries(cqs_mutant_runner PUBLIC cqs_checker PRIVATE cqs_warnings)
add_library(cqs_mutation_runner STATIC ${CMAKE_CURRENT_LIST_DIR}/../mutation/runner.cpp)
target_link_libraries(cqs_mutation_runner PUBLIC cqs_checker PRIVATE cqs_warnings)
add_dependencies(cqs-check cqs_mutant_runner cqs_mutation_runner)

set(mutant_flags "-std=c++20 -O0 -w")
if(CQS_SANITIZE)
  string(APPEND mutant_flags " -fsanitize=${CQS_SANITIZE}")
endif()
list(JOIN CMAKE_CXX_COMPILER_LAUNCHER " " mutant_launcher)
set(mutant_headers ${CMAKE_CURRENT_BINARY_DIR}/generated)
file(GENERATE OUTPUT ${mutant_headers}/checker/tool/mutants_build.h CONTENT
"#pragma once

namespace cqs::check::mutants_build {

inline constexpr char compiler[] = \"${CMAKE_CXX_COMPILER}\";
inline constexpr char flags[] = \"${mutant_flags}\";
inline constexpr char source[] = \"${PROJECT_SOURCE_DIR}\";
inline constexpr char scratch[] = \"${CMAKE_CURRENT_BINARY_DIR}/mutants\";
inline constexpr char launcher[] = \"${mutant_launcher}\";
inline constexpr char libraries[] =
    \"'$<TARGET_FILE:cqs_mutant_runner>' '$<TARGET_FILE:cqs_checker>' '$<TARGET_FILE:cqs_fibers>' \"
    \"'$<TARGET_FILE:Boost::context>' '$<TARGET_FILE:fmt::fmt>' -pthread\";
inline constexpr char mutation_libraries[] =
    \"'$<TARGET_FILE:cqs_mutation_runner>' '$<TARGET_FILE:cqs_checker>' '$<TARGET_FILE:cqs_fibers>' \"
    \"'$<TARGET_FILE:Boost::context>' '$<TARGET_FILE:fmt::fmt>' -pthread\";

}  // namespace cqs::check::mutants_build
")
target_include_directories(cqs_checker_tool PRIVATE ${mutant_headers})

# Which scenario finds which bug: a table.
add_custom_target(mutants COMMAND cqs-check mutants --markdown ${CMAKE_BINARY_DIR}/mutants.md USES_TERMINAL)
