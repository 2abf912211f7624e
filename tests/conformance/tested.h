#pragma once

/// The namespace under test. The tests of this folder are written for the types of the standard library and
/// compiled three times. Only the meaning of `tested::` changes.
#ifdef CQS_CONFORMANCE_OF_STD

#include <barrier>
#include <condition_variable>
#include <latch>
#include <mutex>
#include <semaphore>
#include <shared_mutex>

namespace tested = std;

#else

#include <cqs/barrier.h>
#include <cqs/condition_variable.h>
#include <cqs/latch.h>
#include <cqs/mutex.h>
#include <cqs/semaphore.h>
#include <cqs/shared_mutex.h>

namespace tested {

using namespace cqs;

#ifdef CQS_CONFORMANCE_OF_OVERTAKING
inline constexpr cqs::options overtaking{.order = cqs::bounded_overtaking(2)};
using mutex = cqs::basic_mutex<overtaking>;
template <std::ptrdiff_t LeastMaxValue = cqs::counting_semaphore<>::max()>
using counting_semaphore = cqs::counting_semaphore<LeastMaxValue, overtaking>;
using binary_semaphore = counting_semaphore<1>;
#endif

// Every mutex of ours is a timed mutex.
using timed_mutex = mutex;
using shared_timed_mutex = cqs::shared_mutex;
// Ours takes any lock.
using condition_variable_any = cqs::condition_variable;

}  // namespace tested

#endif

/// Guarantees of the standard that libstdc++ 12 does not keep are tested for our types only.
namespace conformance {

#ifdef CQS_CONFORMANCE_OF_STD
/// It computes `now() + timeout` and `now() >= deadline` in nanoseconds, which overflows. Its
/// `shared_timed_mutex` treats the rejection of a time before the epoch as success.
inline constexpr bool any_timeout_works = false;
/// Its constructors of semaphores and barriers are not constexpr; the standard does not require this of timed
/// mutexes.
#define CONFORMANCE_CONSTINIT
#else
inline constexpr bool any_timeout_works = true;
#define CONFORMANCE_CONSTINIT constinit
#endif

}  // namespace conformance
