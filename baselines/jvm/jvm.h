#pragma once

#include <string_view>

#include "baselines/describe.h"
#include "baselines/peers.h"

/// What runs on a JVM, in a program of its own: the paper's baselines, java.util.concurrent, as `jvm.*`; the
/// paper's own algorithm in Java as `jvm.cqs.*`. See Driver.java beside this file.
namespace cqs::baselines {

inline constexpr auto jvm_origin = "java.util.concurrent";

inline constexpr auto jvm_cqs_origin = "the paper's listings, in Java";

inline constexpr listing jvm_implementations[] = {
    {kind::mutex, "jvm.mutex.fair", jvm_origin, waiting::parking, true, abort_by::deadline_or_stop},
    {kind::mutex, "jvm.mutex.unfair", jvm_origin, waiting::parking, false, abort_by::deadline_or_stop},
    {kind::semaphore, "jvm.semaphore.fair", jvm_origin, waiting::parking, true, abort_by::deadline_or_stop},
    {kind::semaphore, "jvm.semaphore.unfair", jvm_origin, waiting::parking, false,
     abort_by::deadline_or_stop},
    {kind::latch, "jvm.latch", jvm_origin, waiting::parking, false, abort_by::deadline_or_stop},
    {kind::barrier, "jvm.barrier", jvm_origin, waiting::parking, false, abort_by::nothing},
    {kind::pool, "jvm.pool.array.fair", jvm_origin, waiting::parking, true, abort_by::deadline_or_stop},
    {kind::pool, "jvm.pool.array.unfair", jvm_origin, waiting::parking, false, abort_by::deadline_or_stop},
    {kind::pool, "jvm.pool.linked", jvm_origin, waiting::parking, false, abort_by::deadline_or_stop},
    {kind::mutex, "jvm.cqs.mutex", jvm_cqs_origin, waiting::parking, true, abort_by::deadline_or_stop},
    {kind::semaphore, "jvm.cqs.semaphore.async.smart", jvm_cqs_origin, waiting::parking, true,
     abort_by::deadline_or_stop},
    {kind::semaphore, "jvm.cqs.semaphore.async.simple", jvm_cqs_origin, waiting::parking, true,
     abort_by::deadline_or_stop},
    {kind::semaphore, "jvm.cqs.semaphore.sync.smart", jvm_cqs_origin, waiting::parking, true,
     abort_by::deadline_or_stop},
    {kind::semaphore, "jvm.cqs.semaphore.sync.simple", jvm_cqs_origin, waiting::parking, true,
     abort_by::deadline_or_stop},
    {kind::latch, "jvm.cqs.latch", jvm_cqs_origin, waiting::parking, false, abort_by::deadline_or_stop},
    {kind::barrier, "jvm.cqs.barrier", jvm_cqs_origin, waiting::parking, false, abort_by::nothing},
    {kind::pool, "jvm.cqs.pool.queue", jvm_cqs_origin, waiting::parking, true, abort_by::deadline_or_stop},
    {kind::pool, "jvm.cqs.pool.stack", jvm_cqs_origin, waiting::parking, true, abort_by::deadline_or_stop},
};

/// How to start it: `java -cp jar Driver …`. Empty where it was not built, for the reason `jvm_skipped`.
inline constexpr std::string_view jvm_java = CQS_JVM_JAVA;
inline constexpr std::string_view jvm_jar = CQS_JVM_JAR;
inline constexpr std::string_view jvm_skipped = CQS_JVM_SKIPPED;

}  // namespace cqs::baselines
