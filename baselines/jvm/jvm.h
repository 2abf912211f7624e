#pragma once

#include <string_view>

#include "baselines/describe.h"
#include "baselines/peers.h"

/// The paper's own baselines, java.util.concurrent, in a program of their own: see Peers.java beside this
/// file.
namespace cqs::baselines {

inline constexpr auto jvm_origin = "java.util.concurrent";

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
};

/// How to start it: `java -cp jar Peers …`. Empty where it was not built, for the reason `jvm_skipped`.
inline constexpr std::string_view jvm_java = CQS_JVM_JAVA;
inline constexpr std::string_view jvm_jar = CQS_JVM_JAR;
inline constexpr std::string_view jvm_skipped = CQS_JVM_SKIPPED;

}  // namespace cqs::baselines
