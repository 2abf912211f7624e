// The declared orders determine the values that loads may return: litmus tests with their exact sets of
// outcomes. Idioms with weakened orders must be detected.

#include "exploring.h"
#include "orders.h"

#include <utility>

namespace cqs::check {
namespace {

using pair_of_results = std::pair<int, int>;
using outcomes = std::set<pair_of_results>;

struct two_words {
  checked::atomic<int> x{0};
  checked::atomic<int> y{0};
  int first = -1;
  int second = -1;
};

/// All outcomes of two threads that record one result each.
template <class A, class B>
outcomes outcomes_of(A a, B b, const settings& with) {
  static outcomes seen;
  seen.clear();
  scenario_of<two_words> toy("", "");
  toy.thread([=](two_words& w) { a(w); }).thread([=](two_words& w) { b(w); });
  toy.finally([](two_words& w) { seen.insert({w.first, w.second}); });
  EXPECT_TRUE(explore_all(toy, with).complete);
  return seen;
}

outcomes message_passing(std::memory_order store, std::memory_order load, const settings& with) {
  return outcomes_of(
      [=](two_words& w) {
        w.x.store(1, relaxed);
        w.y.store(1, store);
      },
      [=](two_words& w) {
        w.first = w.y.load(load);
        w.second = w.x.load(relaxed);
      },
      with);
}

TEST(weak_memory, message_passing) {
  const outcomes ordered{{0, 0}, {0, 1}, {1, 1}};
  const outcomes all{{0, 0}, {0, 1}, {1, 0}, {1, 1}};
  EXPECT_EQ(message_passing(relaxed, relaxed, sequential), ordered);
  EXPECT_EQ(message_passing(relaxed, relaxed, weak), all);
  EXPECT_EQ(message_passing(release, relaxed, weak), all);
  EXPECT_EQ(message_passing(relaxed, acquire, weak), all);
  EXPECT_EQ(message_passing(release, acquire, weak), ordered);
}

outcomes store_buffering(std::memory_order store, std::memory_order load) {
  return outcomes_of(
      [=](two_words& w) {
        w.x.store(1, store);
        w.first = w.y.load(load);
      },
      [=](two_words& w) {
        w.y.store(1, store);
        w.second = w.x.load(load);
      },
      weak);
}

TEST(weak_memory, store_buffering) {
  EXPECT_EQ(store_buffering(release, acquire), (outcomes{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
  EXPECT_EQ(store_buffering(seq_cst, acquire), (outcomes{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
  EXPECT_EQ(store_buffering(seq_cst, seq_cst), (outcomes{{0, 1}, {1, 0}, {1, 1}}));
}

TEST(weak_memory, reads_of_one_location_are_coherent) {
  const outcomes seen = outcomes_of(
      [](two_words& w) {
        w.x.store(1, relaxed);
        w.x.store(2, relaxed);
      },
      [](two_words& w) {
        w.first = w.x.load(relaxed);
        w.second = w.x.load(relaxed);
      },
      weak);
  EXPECT_EQ(seen, (outcomes{{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}}));
}

TEST(weak_memory, a_later_read_cannot_return_an_older_value) {
  struct world {
    checked::atomic<int> x{0};
    checked::atomic<int> flag{0};
  };
  scenario_of<world> toy("", "");
  toy.thread([](world& w) { w.x.store(1, relaxed); })
      .thread([](world& w) {
        if (w.x.load(relaxed) == 1) {
          w.flag.store(1, release);
        }
      })
      .thread([](world& w) {
        if (w.flag.load(acquire) == 1) {
          require(w.x.load(relaxed) == 1, "a later read returned an older value");
        }
      });
  expect_clean(toy, weak);
}

/// Two readers that disagree on the order of two independent writes.
scenario_of<two_words> independent_reads(std::memory_order load) {
  scenario_of<two_words> toy("", "");
  toy.thread([](two_words& w) { w.x.store(1, seq_cst); })
      .thread([](two_words& w) { w.y.store(1, seq_cst); })
      .thread([=](two_words& w) {
        const int x = w.x.load(load);
        w.first = 2 * x + w.y.load(load);
      })
      .thread([=](two_words& w) {
        const int y = w.y.load(load);
        w.second = 2 * y + w.x.load(load);
      })
      .finally([](two_words& w) {
        require(!(w.first == 2 && w.second == 2), "the readers disagree on the order");
      });
  return toy;
}

TEST(weak_memory, independent_reads_of_independent_writes) {
  const settings two_stale{.bound = 2, .weak = true, .stale_reads = 2};
  expect_violation(violation_kind::assertion, independent_reads(acquire), two_stale);
  expect_clean(independent_reads(seq_cst), two_stale);
}

TEST(weak_memory, read_modify_writes_continue_a_release_sequence) {
  struct world {
    checked::plain<int> data;
    checked::atomic<int> flag{0};
  };
  const auto toy = [](bool by_store) {
    scenario_of<world> made("", "");
    made.thread([](world& w) {
          w.data.write() = 1;
          w.flag.store(1, release);
        })
        .thread([=](world& w) {
          int one = 1;
          if (by_store) {
            if (w.flag.load(relaxed) == 1) {
              w.flag.store(2, relaxed);
            }
          } else {
            w.flag.compare_exchange_strong(one, 2, relaxed, relaxed);
          }
        })
        .thread([](world& w) {
          if (w.flag.load(acquire) == 2) {
            require(w.data.read() == 1, "the data is not visible");
          }
        });
    return made;
  };
  expect_clean(toy(false), weak);
  expect_violation(violation_kind::data_race, toy(true), weak);
}

struct counted {
  checked::plain<int> data;
  checked::atomic<int> references{2};

  void drop(std::memory_order order) {
    if (references.fetch_sub(1, order) == 1) {
      checked::destroy(this);
    }
  }
};

struct holder {
  counted* object = checked::create<counted>();
};

TEST(weak_memory, reference_count) {
  const auto toy = [](std::memory_order order) {
    scenario_of<holder> made("", "");
    made.thread([=](holder& h) {
          h.object->data.write() = 1;
          h.object->drop(order);
        })
        .thread([=](holder& h) { h.object->drop(order); });
    return made;
  };
  for (const std::memory_order too_weak : {relaxed, acquire, release}) {
    expect_violation(violation_kind::data_race, toy(too_weak), weak);
  }
  expect_clean(toy(acq_rel), weak);
}

/// Double-checked publication: the first thread creates the object, the others use it.
TEST(weak_memory, double_checked_publication) {
  struct object {
    checked::plain<int> value{7};
  };
  struct lazy {
    checked::atomic<object*> published{nullptr};
    checked::atomic<std::uint32_t> lock{0};

    ~lazy() { checked::destroy(published.load(acquire)); }

    object& get(std::memory_order store, std::memory_order load) {
      object* found = published.load(load);
      if (found == nullptr) {
        while (lock.exchange(1, acquire) != 0) {
          checked::yield();
        }
        found = published.load(relaxed);
        if (found == nullptr) {
          found = checked::create<object>();
          published.store(found, store);
        }
        lock.store(0, release);
      }
      return *found;
    }
  };
  const auto toy = [](std::memory_order store, std::memory_order load) {
    const auto use = [=](lazy& l) {
      require(l.get(store, load).value.read() == 7, "the object is incomplete");
    };
    scenario_of<lazy> made("", "");
    made.thread(use).thread(use);
    return made;
  };
  expect_violation(violation_kind::unpublished, toy(relaxed, acquire), weak);
  expect_violation(violation_kind::unpublished, toy(release, relaxed), weak);
  expect_clean(toy(release, acquire), weak);
}

/// Store buffering without plain data: only stale reads can show the error.
TEST(weak_memory, flags_of_two_sleepers) {
  struct world {
    checked::atomic<std::uint32_t> sleeping{0};
    checked::atomic<std::uint32_t> work{0};
  };
  const auto toy = [](std::memory_order store, std::memory_order load) {
    scenario_of<world> made("", "");
    made.thread([=](world& w) {
          w.sleeping.store(1, store);
          if (w.work.load(load) == 0) {
            checked::futex_wait(w.sleeping, 1);
          }
        })
        .thread([=](world& w) {
          w.work.store(1, store);
          if (w.sleeping.load(load) == 1) {
            w.sleeping.store(0, store);
            checked::futex_wake_one(&w.sleeping);
          }
        });
    return made;
  };
  expect_violation(violation_kind::deadlock, toy(release, acquire), weak);
  expect_clean(toy(release, acquire), sequential);
  expect_clean(toy(seq_cst, seq_cst), weak);
}

TEST(weak_memory, a_compare_exchange_may_fail_on_an_old_value) {
  const auto toy = [](const settings& with) {
    return outcomes_of(
        [](two_words& w) {
          w.x.store(1, relaxed);
          w.y.store(1, relaxed);
        },
        [](two_words& w) {
          w.first = w.y.load(relaxed);
          int expected = 1;
          w.second = w.x.compare_exchange_strong(expected, 2, relaxed, relaxed) ? 1 : 0;
        },
        with);
  };
  EXPECT_EQ(toy(sequential), (outcomes{{0, 0}, {0, 1}, {1, 1}}));
  EXPECT_EQ(toy(weak), (outcomes{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
}

}  // namespace
}  // namespace cqs::check
