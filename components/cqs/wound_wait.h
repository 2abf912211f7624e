#pragma once

#include <type_traits>

#include <cqs/ww_domain.h>
#include <cqs/ww_mutex.h>
#include <cqs/ww_result.h>
#include <cqs/ww_transaction.h>

namespace cqs {

/// Runs `body(transaction)` again and again, until it ends without a wound. The transaction keeps its age. The body
/// must return at once when `lock` returns `wounded`; its result is ignored then. If the body returns false, `run`
/// rolls back and returns false, without another try. If the body throws, `run` rolls back and the exception leaves
/// through `run`, without another try, even if the transaction is wounded.
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
