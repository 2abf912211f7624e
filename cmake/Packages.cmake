# Debian packages, made by `cpack` in the build folder: libcqs-dev, and cqs-bench if it is built. Also the recipes of
# vcpkg and Conan, with the version of cqs/version.h.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME cqs)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "fair, abortable synchronization for C++20")
set(CPACK_PACKAGE_VENDOR "The CQS authors")
set(CPACK_PACKAGE_CONTACT "The CQS authors <cqs@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_VERBATIM_VARIABLES ON)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_COMPONENTS_ALL dev)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)

set(CPACK_DEBIAN_DEV_PACKAGE_NAME libcqs-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_RECOMMENDS "g++ (>= 4:12) | clang (>= 1:14)")
set(CPACK_DEBIAN_DEV_DESCRIPTION
"Header-only mutexes, semaphores, latches, barriers, readers-writer locks and
pools. Waiters are served first come, first served, and every wait can be
aborted in constant time.")
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE
  DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libcqs-dev RENAME copyright COMPONENT dev)

if(TARGET cqs-bench)
  list(APPEND CPACK_COMPONENTS_ALL bench)
  set(CPACK_DEBIAN_BENCH_PACKAGE_NAME cqs-bench)
  set(CPACK_DEBIAN_BENCH_PACKAGE_SECTION utils)
  set(CPACK_DEBIAN_BENCH_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_BENCH_DESCRIPTION
"The tool that measures CQS and its alternatives, on this machine or in a
simulator, and records the results. The peers that run on a JVM need a build
of the source.")
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/cqs-bench RENAME copyright COMPONENT bench EXCLUDE_FROM_ALL)
endif()

include(CPack)

configure_file(${PROJECT_SOURCE_DIR}/packaging/vcpkg/vcpkg.json.in packaging/vcpkg/cqs/vcpkg.json @ONLY)
configure_file(${PROJECT_SOURCE_DIR}/packaging/vcpkg/portfile.cmake.in packaging/vcpkg/cqs/portfile.cmake @ONLY)
