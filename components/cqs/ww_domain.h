#pragma once

#include <atomic>
#include <cstdint>

#include <cqs/platform/native.h>

namespace cqs {

/// A set of transactions and mutexes that may meet. It numbers the transactions; the number is the age.
template <platform Platform>
class basic_ww_domain {
 public:
  basic_ww_domain() noexcept = default;
  basic_ww_domain(const basic_ww_domain&) = delete;
  basic_ww_domain& operator=(const basic_ww_domain&) = delete;

  /// Returns a stamp greater than all before: that of the youngest transaction.
  std::uint64_t next_stamp() noexcept { return _next.fetch_add(1, std::memory_order_relaxed); }

 private:
  typename Platform::template atomic<std::uint64_t> _next{1};
};

using ww_domain = basic_ww_domain<native>;

}  // namespace cqs
