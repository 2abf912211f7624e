#pragma once

#include <type_traits>

#include <cqs/ww_domain.h>
#include <cqs/ww_mutex.h>
#include <cqs/ww_result.h>
#include <cqs/ww_transaction.h>

namespace cqs {

/// Runs `body(transaction)` until it has not been wounded, with one age throughout. The body returns at once when `lock`
/// says `wounded`; what it returns then does not matter. A body that returns false is rolled back and not tried again,
/// and `run` returns false. An exception of the body rolls back and leaves by `run`: the body is not tried again, not
/// even if the transaction is wounded.
///
///     run(domain, [&](ww_transaction& t) {
///       if (t.lock(a) != ww_result::locked || t.lock(b) != ww_result::locked) return;
///       transfer(from_a, to_b);
///     });
template <options Options = options{}, platform Platform = native, class Body>
bool run(basic_ww_domain<Platform>& domain, Body body) {
  basic_ww_transaction<Options, Platform> transaction(domain);
  do {
    if constexpr (std::is_void_v<decltype(body(transaction))>) {
      body(transaction);
    } else if (!body(transaction) && !transaction.refused()) {
      return false;
    }
  } while (!transaction.commit());
  return true;
}

}  // namespace cqs
