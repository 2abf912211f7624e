#pragma once

// Whether the address or the thread sanitizer is on: g++ and clang have different macros.

#if defined(__SANITIZE_ADDRESS__)
#define CQS_FIBERS_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CQS_FIBERS_ASAN 1
#endif
#endif
#if !defined(CQS_FIBERS_ASAN)
#define CQS_FIBERS_ASAN 0
#endif

#if defined(__SANITIZE_THREAD__)
#define CQS_FIBERS_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define CQS_FIBERS_TSAN 1
#endif
#endif
#if !defined(CQS_FIBERS_TSAN)
#define CQS_FIBERS_TSAN 0
#endif
