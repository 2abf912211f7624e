# Installs the build tree into a scratch prefix; configures, builds and runs the consumer against it.
cmake_minimum_required(VERSION 3.25)

set(prefix ${scratch_dir}/prefix)
set(consumer_build_dir ${scratch_dir}/consumer)

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Nothing left of an earlier run may be found in place of what is installed now.
file(REMOVE_RECURSE ${scratch_dir})

run(${CMAKE_COMMAND} --install ${build_dir} --config ${config} --prefix ${prefix})

set(flags "")
if(sanitize)
  set(flags -fsanitize=${sanitize})
endif()
run(${CMAKE_COMMAND} -S ${consumer_dir} -B ${consumer_build_dir} -G ${generator}
  -D CMAKE_BUILD_TYPE=${config}
  -D CMAKE_CXX_COMPILER=${compiler}
  -D CMAKE_CXX_FLAGS=${flags}
  -D CMAKE_PREFIX_PATH=${prefix}
  -D CMAKE_FIND_USE_PACKAGE_REGISTRY=OFF
  -D expected_prefix=${prefix}
  -D expected_version=${version})
run(${CMAKE_COMMAND} --build ${consumer_build_dir} --config ${config})
run(${CMAKE_CTEST_COMMAND} --test-dir ${consumer_build_dir} -C ${config} --output-on-failure --no-tests=error)
