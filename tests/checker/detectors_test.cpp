// Every detector finds its toy bug and accepts the corrected program.

#include "exploring.h"
#include "orders.h"

#include <stdexcept>

namespace cqs::check {
namespace {

struct counter {
  checked::atomic<int> value{0};
};

TEST(detectors, assertion) {
  const auto increment = [](bool atomically) {
    return [=](counter& c) {
      if (atomically) {
        c.value.fetch_add(1, relaxed);
      } else {
        c.value.store(c.value.load(relaxed) + 1, relaxed);
      }
    };
  };
  const auto both_counted = [](counter& c) { require(c.value.load(relaxed) == 2, "both have counted"); };
  scenario_of<counter> broken("", "");
  broken.thread(increment(false)).thread(increment(true)).finally(both_counted);
  const result found = expect_violation(violation_kind::assertion, broken);
  EXPECT_NE(found.what.message.find("both have counted"), std::string::npos);

  scenario_of<counter> right("", "");
  right.thread(increment(true)).thread(increment(true)).finally(both_counted);
  expect_clean(right);
}

struct two_locks {
  checked::atomic<std::uint32_t> first{0};
  checked::atomic<std::uint32_t> second{0};

  static void lock(checked::atomic<std::uint32_t>& word) {
    while (word.exchange(1, acquire) != 0) {
      checked::futex_wait(word, 1);
    }
  }
  static void unlock(checked::atomic<std::uint32_t>& word) {
    word.store(0, release);
    checked::futex_wake_one(&word);
  }
  void lock_both(bool in_order) {
    auto& one = in_order ? first : second;
    auto& other = in_order ? second : first;
    lock(one);
    lock(other);
    unlock(other);
    unlock(one);
  }
};

TEST(detectors, deadlock) {
  scenario_of<two_locks> broken("", "");
  broken.thread([](two_locks& w) { w.lock_both(true); }).thread([](two_locks& w) { w.lock_both(false); });
  const result found = expect_violation(violation_kind::deadlock, broken);
  EXPECT_NE(found.what.message.find("thread a sleeps forever"), std::string::npos) << found.what.message;
  EXPECT_NE(found.what.message.find("thread b sleeps forever"), std::string::npos) << found.what.message;

  scenario_of<two_locks> right("", "");
  right.thread([](two_locks& w) { w.lock_both(true); }).thread([](two_locks& w) { w.lock_both(true); });
  expect_clean(right);
}

struct flag {
  checked::atomic<std::uint32_t> word{0};
};

TEST(detectors, lost_wakeup) {
  const auto wait = [](flag& f) {
    while (f.word.load(acquire) == 0) {
      checked::futex_wait(f.word, 0);
    }
  };
  scenario_of<flag> broken("", "");
  broken.thread(wait).thread([](flag& f) { f.word.store(1, release); });
  expect_violation(violation_kind::lost_wakeup, broken);

  scenario_of<flag> right("", "");
  right.thread(wait).thread([](flag& f) {
    f.word.store(1, release);
    checked::futex_wake_one(&f.word);
  });
  expect_clean(right);
}

TEST(detectors, livelock) {
  const auto wait = [](flag& f) {
    while (f.word.load(acquire) == 0) {
      checked::yield();
    }
  };
  scenario_of<flag> broken("", "");
  broken.thread(wait).thread(wait);
  expect_violation(violation_kind::livelock, broken);

  scenario_of<flag> right("", "");
  right.thread(wait).thread([](flag& f) { f.word.store(1, release); });
  expect_clean(right);
}

struct node {
  checked::atomic<int> value{1};
};

struct owner {
  checked::atomic<node*> shared{checked::create<node>()};
  ~owner() {
    if (node* const left = shared.load(acquire)) {
      checked::destroy(left);
    }
  }
};

TEST(detectors, use_after_free) {
  const auto use = [](owner& o) {
    if (node* const mine = o.shared.load(acquire)) {
      mine->value.load(acquire);
    }
  };
  scenario_of<owner> broken("", "");
  broken.thread(use).thread([](owner& o) { checked::destroy(o.shared.exchange(nullptr, acq_rel)); });
  // The use may come first: then the destruction races with it.
  expect_violation(violation_kind::data_race, broken);
  const violation found = retell(broken, sequential, parse_trace("sc:aba")).what;
  EXPECT_EQ(found.kind, violation_kind::use_after_free);
  EXPECT_NE(found.message.find("node"), std::string::npos) << found.message;
  EXPECT_NE(found.message.find("freed by thread b"), std::string::npos) << found.message;

  scenario_of<owner> right("", "");
  right
      .thread([](owner& o) {
        if (node* const mine = o.shared.exchange(nullptr, acq_rel)) {
          mine->value.load(acquire);
          checked::destroy(mine);
        }
      })
      .thread([](owner& o) {
        if (node* const mine = o.shared.exchange(nullptr, acq_rel)) {
          checked::destroy(mine);
        }
      });
  expect_clean(right);
}

struct waiter {
  checked::plain<int> result;
  checked::atomic<std::uint32_t> done{0};
};

struct rendezvous {
  checked::atomic<waiter*> waiting{nullptr};
};

/// The waiter lives on the stack of the waiting thread; the wake-up may come after the waiter is gone.
void wait_on_the_stack(rendezvous& r) {
  waiter self;
  r.waiting.store(&self, release);
  while (self.done.load(acquire) == 0) {
    checked::futex_wait(self.done, 0);
  }
  require(self.result.read() == 7, "the result is missing");
}

waiter& find_waiter(rendezvous& r) {
  for (;;) {
    if (waiter* const found = r.waiting.load(acquire)) {
      return *found;
    }
    checked::yield();
  }
}

TEST(detectors, use_after_free_of_an_object_on_a_stack) {
  scenario_of<rendezvous> broken("", "");
  broken.thread(wait_on_the_stack).thread([](rendezvous& r) {
    waiter& other = find_waiter(r);
    other.result.write() = 7;
    other.done.store(1, release);
    checked::futex_wake_one(&other.done);
    other.done.load(relaxed);
  });
  expect_violation(violation_kind::data_race, broken);
  const violation found = retell(broken, sequential, parse_trace("sc:ab2a1b2")).what;
  EXPECT_EQ(found.kind, violation_kind::use_after_free);
  EXPECT_NE(found.message.find("on the stack of thread a"), std::string::npos) << found.message;

  scenario_of<rendezvous> right("", "");
  right.thread(wait_on_the_stack).thread([](rendezvous& r) {
    waiter& other = find_waiter(r);
    other.result.write() = 7;
    other.done.store(1, release);
    checked::futex_wake_one(&other.done);
  });
  expect_clean(right);
}

TEST(detectors, double_free) {
  const auto free_once = [](owner& o) {
    if (node* const mine = o.shared.exchange(nullptr, acq_rel)) {
      checked::destroy(mine);
    }
  };
  const auto free_carelessly = [](owner& o) {
    if (node* const mine = o.shared.load(acquire)) {
      o.shared.store(nullptr, release);
      checked::destroy(mine);
    }
  };
  scenario_of<owner> broken("", "");
  broken.thread(free_carelessly).thread(free_once);
  expect_violation(violation_kind::double_free, broken);

  scenario_of<owner> right("", "");
  right.thread(free_once).thread(free_once);
  expect_clean(right);
}

TEST(detectors, free_of_an_object_that_was_never_created) {
  struct pair {
    checked::atomic<int> first{0};
    checked::atomic<int> second{0};
  };
  scenario_of<pair> broken("", "");
  broken.thread([](pair& p) {
    checked::atomic<int>* volatile inner = &p.second;  // volatile: otherwise g++ itself warns
    checked::destroy<checked::atomic<int>>(inner);
  });
  expect_violation(violation_kind::double_free, broken);
}

TEST(detectors, leak) {
  const auto make = [](bool clean) {
    return [=](counter& c) {
      node* const made = checked::create<node>();
      if (c.value.fetch_add(1, relaxed) == 0 || clean) {
        checked::destroy(made);
      }
    };
  };
  scenario_of<counter> broken("", "");
  broken.thread(make(false)).thread(make(false));
  const result found = expect_violation(violation_kind::leak, broken);
  EXPECT_NE(found.what.message.find("node"), std::string::npos) << found.what.message;

  scenario_of<counter> right("", "");
  right.thread(make(true)).thread(make(true));
  expect_clean(right);
}

struct mailbox {
  checked::plain<int> letter;
  checked::atomic<int> full{0};

  void send(std::memory_order order) {
    letter.write() = 1;
    full.store(1, order);
  }
  void receive(std::memory_order order) {
    if (full.load(order) != 0) {
      require(letter.read() == 1, "the letter is not visible");
    }
  }
};

TEST(detectors, data_race) {
  const auto toy = [](std::memory_order sent, std::memory_order received) {
    scenario_of<mailbox> made("", "");
    made.thread([=](mailbox& box) { box.send(sent); }).thread([=](mailbox& box) { box.receive(received); });
    return made;
  };
  expect_violation(violation_kind::data_race, toy(relaxed, acquire));
  expect_violation(violation_kind::data_race, toy(release, relaxed));
  expect_clean(toy(release, acquire));
}

TEST(detectors, data_race_with_the_destruction) {
  struct last_one_frees {
    checked::atomic<node*> shared{checked::create<node>()};
    checked::atomic<int> references{2};
  };
  const auto toy = [](std::memory_order order) {
    const auto drop = [=](last_one_frees& w) {
      node* const mine = w.shared.load(relaxed);
      mine->value.fetch_add(1, relaxed);
      if (w.references.fetch_sub(1, order) == 1) {
        checked::destroy(mine);
      }
    };
    scenario_of<last_one_frees> made("", "");
    made.thread(drop).thread(drop);
    return made;
  };
  expect_violation(violation_kind::data_race, toy(relaxed));
  expect_violation(violation_kind::data_race, toy(release));
  expect_clean(toy(acq_rel));
}

TEST(detectors, unpublished_object) {
  struct published {
    checked::atomic<node*> latest{nullptr};
    ~published() {
      if (node* const left = latest.load(acquire)) {
        checked::destroy(left);
      }
    }
  };
  const auto publish = [](std::memory_order order) {
    scenario_of<published> made("", "");
    made.thread([=](published& p) { p.latest.store(checked::create<node>(), order); })
        .thread([](published& p) {
          if (node* const seen = p.latest.load(acquire)) {
            seen->value.load(relaxed);
          }
        });
    return made;
  };
  expect_violation(violation_kind::unpublished, publish(relaxed));
  expect_clean(publish(release));

  const auto take_over = [](std::memory_order order) {
    scenario_of<published> made("", "");
    made.thread([=](published& p) { p.latest.store(checked::create<node>(), order); })
        .thread([](published& p) {
          if (node* const seen = p.latest.exchange(nullptr, acquire)) {
            checked::destroy(seen);
          }
        });
    return made;
  };
  expect_violation(violation_kind::unpublished, take_over(relaxed));
  expect_clean(take_over(release));
}

TEST(detectors, escaped_exception) {
  scenario_of<counter> broken("", "");
  broken.thread([](counter& c) {
    if (c.value.load(relaxed) == 1) {
      throw std::runtime_error("one");
    }
  });
  broken.thread([](counter& c) { c.value.store(1, relaxed); });
  const result found = expect_violation(violation_kind::escaped_exception, broken);
  EXPECT_NE(found.what.message.find("one"), std::string::npos);
}

TEST(detectors, several_threads_may_catch_exceptions_at_once) {
  scenario_of<counter> right("", "");
  for (int i = 0; i < 2; ++i) {
    right.thread([i](counter& c) {
      try {
        throw i;
      } catch (int caught) {
        c.value.fetch_add(1, relaxed);
        try {
          throw 10 + i;
        } catch (int inner) {
          c.value.fetch_add(1, relaxed);
          require(inner == 10 + i, "caught the exception of another thread");
        }
        require(caught == i, "caught the exception of another thread");
      }
    });
  }
  expect_clean(right);
}

TEST(detectors, violation_under_noexcept_code) {
  scenario_of<counter> broken("", "");
  broken.thread([](counter& c) noexcept {
    c.value.load(relaxed);
    require(false, "inside a noexcept function");
  });
  expect_violation(violation_kind::assertion, broken);
}

TEST(detectors, object_outside_the_scenario) {
  static checked::atomic<int> global{0};
  scenario_of<counter> broken("", "");
  broken.thread([](counter&) { global.fetch_add(1, relaxed); });
  expect_violation(violation_kind::misuse, broken);
}

}  // namespace
}  // namespace cqs::check
