# Installs the build into a scratch prefix. Configures and builds the consumer against it, and runs its tests.
# `consumer_variables` lists variables for the consumer, as <name>=<value>.
cmake_minimum_required(VERSION 3.25)

set(prefix ${scratch_dir}/prefix)
set(consumer_build_dir ${scratch_dir}/consumer)

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Removes the results of an earlier run, so that CMake cannot find them.
file(REMOVE_RECURSE ${scratch_dir})

run(${CMAKE_COMMAND} --install ${build_dir} --config ${config} --prefix ${prefix})

set(flags "")
if(sanitize)
  set(flags -fsanitize=${sanitize})
endif()
list(TRANSFORM consumer_variables PREPEND -D)
run(${CMAKE_COMMAND} -S ${consumer_dir} -B ${consumer_build_dir} -G ${generator}
  -D CMAKE_BUILD_TYPE=${config}
  -D CMAKE_CXX_COMPILER=${compiler}
  -D CMAKE_CXX_FLAGS=${flags}
  -D CMAKE_PREFIX_PATH=${prefix}
  -D CMAKE_FIND_USE_PACKAGE_REGISTRY=OFF
  -D expected_version=${version}
  ${consumer_variables})

# The test is valid only if CMake found the package that was just installed.
load_cache(${consumer_build_dir} READ_WITH_PREFIX found_ cqs_DIR)
cmake_path(IS_PREFIX prefix "${found_cqs_DIR}" NORMALIZE is_the_installed_one)
if(NOT is_the_installed_one)
  message(FATAL_ERROR "found cqs in ${found_cqs_DIR}, not in ${prefix}")
endif()

run(${CMAKE_COMMAND} --build ${consumer_build_dir} --config ${config})
if(EXISTS ${consumer_build_dir}/CTestTestfile.cmake)
  run(${CMAKE_CTEST_COMMAND} --test-dir ${consumer_build_dir} -C ${config} --output-on-failure --no-tests=error)
endif()
