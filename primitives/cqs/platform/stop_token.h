#pragma once

#include <version>

/// `cqs::stop_token`, `stop_source` and `stop_callback`: those of std, or the library's own where std has none. A program
/// for both kinds of standard library names these. CQS_FORCE_OWN_STOP_TOKEN, the same in every file of a program, takes
/// the library's own everywhere.
#if defined(__cpp_lib_jthread) && !defined(CQS_FORCE_OWN_STOP_TOKEN)

#include <stop_token>

namespace cqs {

using std::nostopstate;
using std::nostopstate_t;
using std::stop_callback;
using std::stop_source;
using std::stop_token;

}  // namespace cqs

#else

#include <cqs/platform/own_stop_token.h>

namespace cqs {

using own::nostopstate;
using own::nostopstate_t;
using own::stop_callback;
using own::stop_source;
using own::stop_token;

}  // namespace cqs

#endif
