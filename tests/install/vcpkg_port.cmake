# Runs the port with functions in place of those of vcpkg, which do the same with plain CMake. Checks what vcpkg would
# check: the manifest, and the places of the files.
cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE ${scratch_dir})
set(CURRENT_PACKAGES_DIR ${scratch_dir}/packages)
set(build ${scratch_dir}/build)

function(vcpkg_cmake_configure)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" SOURCE_PATH OPTIONS)
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${arg_SOURCE_PATH} -B ${build} -G Ninja ${arg_OPTIONS}
    -D CMAKE_CXX_COMPILER=${compiler} -D CMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR}
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(vcpkg_cmake_install)
  execute_process(COMMAND ${CMAKE_COMMAND} --install ${build} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(vcpkg_cmake_config_fixup)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "PACKAGE_NAME;CONFIG_PATH" "")
  file(RENAME ${CURRENT_PACKAGES_DIR}/${arg_CONFIG_PATH} ${CURRENT_PACKAGES_DIR}/share/${arg_PACKAGE_NAME})
endfunction()

function(vcpkg_install_copyright)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" FILE_LIST)
  file(COPY_FILE ${arg_FILE_LIST} ${CURRENT_PACKAGES_DIR}/share/cqs/copyright)
endfunction()

file(READ ${port_dir}/vcpkg.json manifest)
string(JSON name GET ${manifest} name)
string(JSON manifest_version GET ${manifest} version)
string(JSON helpers LENGTH ${manifest} dependencies)
if(NOT name STREQUAL cqs OR NOT manifest_version VERSION_EQUAL version OR NOT helpers EQUAL 2)
  message(FATAL_ERROR "the manifest names ${name} ${manifest_version} with ${helpers} dependencies, not cqs ${version}")
endif()

include(${port_dir}/portfile.cmake)

foreach(file IN ITEMS include/cqs/mutex.h share/cqs/cqsConfig.cmake share/cqs/copyright share/pkgconfig/cqs.pc)
  if(NOT EXISTS ${CURRENT_PACKAGES_DIR}/${file})
    message(FATAL_ERROR "the port does not install ${file}")
  endif()
endforeach()
file(GLOB_RECURSE libraries ${CURRENT_PACKAGES_DIR}/lib/*)
if(libraries)
  message(FATAL_ERROR "a header-only port installs ${libraries}")
endif()
