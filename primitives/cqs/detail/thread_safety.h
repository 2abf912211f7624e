#pragma once

/// Clang's thread-safety attributes (-Wthread-safety); nothing for other compilers. The bodies are not analysed: Clang
/// does not know that a permit of ours is the capability.
#if defined(__clang__)
#define CQS_DETAIL_CAPABILITY(name) __attribute__((capability(name)))
#define CQS_DETAIL_UNCHECKED __attribute__((no_thread_safety_analysis))
#define CQS_DETAIL_ACQUIRES(...) __attribute__((acquire_capability(__VA_ARGS__))) CQS_DETAIL_UNCHECKED
#define CQS_DETAIL_ACQUIRES_SHARED() __attribute__((acquire_shared_capability())) CQS_DETAIL_UNCHECKED
#define CQS_DETAIL_ACQUIRES_IF_TRUE() __attribute__((try_acquire_capability(true))) CQS_DETAIL_UNCHECKED
#define CQS_DETAIL_ACQUIRES_SHARED_IF_TRUE() \
  __attribute__((try_acquire_shared_capability(true))) CQS_DETAIL_UNCHECKED
#define CQS_DETAIL_RELEASES() __attribute__((release_capability())) CQS_DETAIL_UNCHECKED
#define CQS_DETAIL_RELEASES_SHARED() __attribute__((release_shared_capability())) CQS_DETAIL_UNCHECKED
#else
#define CQS_DETAIL_CAPABILITY(name)
#define CQS_DETAIL_UNCHECKED
#define CQS_DETAIL_ACQUIRES(...)
#define CQS_DETAIL_ACQUIRES_SHARED()
#define CQS_DETAIL_ACQUIRES_IF_TRUE()
#define CQS_DETAIL_ACQUIRES_SHARED_IF_TRUE()
#define CQS_DETAIL_RELEASES()
#define CQS_DETAIL_RELEASES_SHARED()
#endif
