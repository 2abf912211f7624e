#pragma once

/// The namespace under test. The tests of this directory are written for the types of the standard library
/// and compiled twice: nothing but the meaning of `tested::` changes.
#ifdef CQS_CONFORMANCE_OF_STD

#include <barrier>
#include <latch>
#include <mutex>
#include <semaphore>
#include <shared_mutex>

namespace tested = std;

#else

#include <cqs/barrier.h>
#include <cqs/latch.h>
#include <cqs/mutex.h>
#include <cqs/semaphore.h>
#include <cqs/shared_mutex.h>

namespace tested {

using namespace cqs;

// Every mutex of ours is a timed one.
using timed_mutex = cqs::mutex;
using shared_timed_mutex = cqs::shared_mutex;

}  // namespace tested

#endif

/// What the standard says but libstdc++ 12 does not do is tested for ours alone.
namespace conformance {

#ifdef CQS_CONFORMANCE_OF_STD
/// It computes `now() + timeout` and `now() >= deadline` in nanoseconds, and overflows; and its
/// `shared_timed_mutex` takes the refusal of a time before the epoch for success.
inline constexpr bool any_timeout_works = false;
/// Its constructors of semaphores and barriers are not constexpr; timed mutexes need not have such ones.
#define CONFORMANCE_CONSTINIT
#else
inline constexpr bool any_timeout_works = true;
#define CONFORMANCE_CONSTINIT constinit
#endif

}  // namespace conformance
