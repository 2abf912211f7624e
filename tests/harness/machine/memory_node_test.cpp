#include "harness/machine/memory_node.h"
#include "harness/machine/bound_object.h"

#include <thread>

#include <gtest/gtest.h>
#include <linux/mempolicy.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace cqs::harness {
namespace {

constexpr int unknown = -1;

/// The memory policy of this thread or, with an address, of the memory there.
int policy(const void* address = nullptr) {
  int mode = unknown;
  const auto failed =
      syscall(SYS_get_mempolicy, &mode, nullptr, 0, address, address == nullptr ? 0 : MPOL_F_ADDR);
  return failed == 0 ? mode : unknown;
}

TEST(memory_node, holds_for_objects_and_not_for_threads) {
  if (policy() == unknown) {
    GTEST_SKIP() << "the kernel does not tell memory policies here";
  }
  const int before = policy();
  const memory_node here(0);
  const bound_object<long> object(1);
  const int of_object = policy(&*object);
  if (of_object == before) {
    GTEST_SKIP() << "this process may not bind memory";
  }
  EXPECT_EQ(of_object, MPOL_BIND);
  EXPECT_EQ(policy(), before);
  int of_thread = unknown;
  std::jthread([&of_thread] { of_thread = policy(); }).join();
  EXPECT_EQ(of_thread, before);
  int of_thread_object = unknown;
  std::jthread([&of_thread_object] {
    const bound_object<long> another(1);
    of_thread_object = policy(&*another);
  }).join();
  EXPECT_EQ(of_thread_object, before) << "the scope is that of one thread";
}

TEST(memory_node, ends_with_its_scope) {
  { const memory_node here(0); }
  const bound_object<long> object(1);
  EXPECT_EQ(policy(&*object), policy());
}

}  // namespace
}  // namespace cqs::harness
