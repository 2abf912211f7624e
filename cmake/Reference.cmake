# The target `reference`: the API of the public headers as web pages, in <build folder>/reference/html. A warning of
# Doxygen is an error.

find_package(Doxygen QUIET)
if(NOT DOXYGEN_FOUND)
  message(STATUS "The target 'reference' is left out: install doxygen and configure again")
  return()
endif()

set(DOXYGEN_PROJECT_NAME CQS)
set(DOXYGEN_PROJECT_BRIEF "Fair, abortable synchronization for C++20")
set(DOXYGEN_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/reference)
set(DOXYGEN_EXCLUDE_PATTERNS */detail/*)
set(DOXYGEN_EXCLUDE_SYMBOLS cqs::detail cqs::detail::* std)
set(DOXYGEN_PREDEFINED "CQS_DETAIL_CAPABILITY(x)=" "CQS_DETAIL_UNCHECKED=" "CQS_DETAIL_ACQUIRES(x)=" "CQS_DETAIL_RELEASES()="
  "CQS_DETAIL_RELEASES_SHARED()=" "CQS_DETAIL_ACQUIRES_SHARED()=" "CQS_DETAIL_ACQUIRES_IF_TRUE()="
  "CQS_DETAIL_ACQUIRES_SHARED_IF_TRUE()=")
set(DOXYGEN_MACRO_EXPANSION YES)
set(DOXYGEN_EXPAND_ONLY_PREDEF YES)
set(DOXYGEN_STRIP_FROM_PATH ${PROJECT_SOURCE_DIR}/primitives ${PROJECT_SOURCE_DIR}/components)
set(DOXYGEN_STRIP_FROM_INC_PATH ${DOXYGEN_STRIP_FROM_PATH})
set(DOXYGEN_JAVADOC_AUTOBRIEF YES)
set(DOXYGEN_AUTOLINK_SUPPORT NO)
set(DOXYGEN_EXTRACT_ALL YES)
set(DOXYGEN_HIDE_FRIEND_COMPOUNDS YES)
set(DOXYGEN_GENERATE_LATEX NO)
set(DOXYGEN_HAVE_DOT NO)
set(DOXYGEN_WARN_AS_ERROR FAIL_ON_WARNINGS)
set(DOXYGEN_QUIET YES)
doxygen_add_docs(reference
  ${PROJECT_SOURCE_DIR}/primitives/cqs ${PROJECT_SOURCE_DIR}/components/cqs
  COMMENT "Writing the reference")
