// The families of scenarios for each primitive: see families.h.

#include <checker/scenarios/families.h>

namespace cqs::check {
namespace {

/// Adds the families of a description over options.
template <template <options> class Description>
struct add_families_of {
  template <options Options>
  void operator()(const std::string& prefix) const {
    add_families<Description<Options>>(prefix);
  }
};

/// In one variant without and one with synchronous resumption. The scenarios of each primitive cover the others.
template <template <options> class Description>
void add_both(const std::string& primitive) {
  add_variant<small(resumption::async, cancellation::smart, 1)>(primitive, add_families_of<Description>());
  add_variant<small(resumption::sync, cancellation::simple, 1)>(primitive, add_families_of<Description>());
}

/// For primitives that are always asynchronous.
template <template <options> class Description>
void add_async(const std::string& primitive) {
  add_variant<small(resumption::async, cancellation::smart, 1)>(primitive, add_families_of<Description>());
}

[[maybe_unused]] const bool added = [] {
  add_both<semaphore_description>("families.semaphore");
  add_both<mutex_description>("families.mutex");
  add_both<queue_pool_description>("families.queue_pool");
  add_both<stack_pool_description>("families.stack_pool");
  add_both<latch_description>("families.latch");
  add_async<weighted_semaphore_description>("families.weighted_semaphore");
  add_async<barrier_description>("families.barrier");
  add_async<writer_description>("families.writer");
  add_async<reader_description>("families.reader");
  return true;
}();

}  // namespace
}  // namespace cqs::check
