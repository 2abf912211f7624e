#pragma once

/// What concerns the whole process: the settings of `cqs-run`, and `fork`.
namespace cqs::interpose {

/// The environment variables by which `cqs-run` passes its settings.
inline constexpr char rwlock_variable[] = "CQS_INTERPOSE_RWLOCK";
inline constexpr char statistics_variable[] = "CQS_INTERPOSE_STATISTICS";

/// Returns true if the readers-writer locks stay with glibc.
bool rwlocks_are_glibcs() noexcept;

}  // namespace cqs::interpose
