// The smallest scenarios: a template to copy, and a program for the tool when no other scenario is built.

#include <checker/registry.h>

namespace cqs::check {
namespace {

struct mailbox {
  checked::plain<int> letter;
  checked::atomic<std::uint32_t> flag{0};
};

[[maybe_unused]] const auto& message = add_scenario<mailbox>("example.message", "a flag publishes a letter")
                                           .thread([](mailbox& box) {
                                             box.letter.write() = 42;
                                             box.flag.store(1, std::memory_order::release);
                                             checked::futex_wake_one(&box.flag);
                                           })
                                           .thread([](mailbox& box) {
                                             while (box.flag.load(std::memory_order::acquire) == 0) {
                                               checked::futex_wait(box.flag, 0);
                                             }
                                             require(box.letter.read() == 42, "the letter is not visible");
                                           });

}  // namespace
}  // namespace cqs::check
