#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stop_token>
#include <string>

#include <gtest/gtest.h>

#include <tests/support/impatience.h>
#include <tests/support/meeting.h>
#include <tests/support/team.h>

namespace cqs::tests {

/// The threads that share an object: at least three for each of two processors.
inline constexpr std::size_t team_size = 6;

/// The number of objects that a test creates and destroys. The target `soak` sets it to 300 000.
inline int lifetime_rounds() {
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
  constexpr int by_default = 300;
#else
  constexpr int by_default = 1'000;
#endif
  const char* const rounds = std::getenv("CQS_LIFETIME_ROUNDS");
  return rounds == nullptr ? by_default : std::stoi(rounds);
}

/// An object that one of its users destroys.
struct mortal {
  static inline std::atomic<int> alive = 0;

  mortal() noexcept { ++alive; }
  mortal(const mortal&) = delete;
  mortal& operator=(const mortal&) = delete;
  ~mortal() { --alive; }
};

/// Destroys the object of `use_up`. Overwrites its memory, so that a late access does harm even without a
/// sanitizer.
template <class Object>
void destroy(Object& object) {
  std::destroy_at(&object);
  std::memset(static_cast<void*>(&object), 0xdd, sizeof(Object));
  asm volatile("" : : "r"(&object) : "memory");  // otherwise the compiler drops the stores
  std::allocator<Object>().deallocate(&object, 1);
}

/// A member of the team.
struct user {
  /// The token of one wait.
  std::stop_token fresh_token() { return stops.fresh_token(index); }

  std::size_t index;
  stop_requester& stops;
  impatience patience;
};

/// Gives a team one new object after another. All members call `use(object, user)` at the same time. One of
/// them destroys the object, while the others may still be returning from their last operation.
template <class Object, class Use>
void use_up(Use&& use) {
  const int rounds = lifetime_rounds();
  stop_requester stops(team_size);
  meeting team(team_size);
  Object* object = nullptr;
  run_team(team_size, [&](std::size_t index) {
    user self{index, stops, impatience(stops, index)};
    for (int i = 0; i < rounds; ++i) {
      if (index == 0) {
        object = std::construct_at(std::allocator<Object>().allocate(1));
      }
      team.meet();
      use(*object, self);
      team.meet();
      if (index == 0) {
        EXPECT_EQ(mortal::alive.load(), 0) << "one of the users destroys the object";
      }
    }
  });
}

}  // namespace cqs::tests
