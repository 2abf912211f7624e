#include "plots/figures/definitions.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "harness/analysis/claim.h"
#include "plots/collect/collect.h"
#include "tests/plots/made_up_sources.h"

namespace cqs::plots {

namespace {

TEST(figure_definitions, have_unique_names) {
  std::set<std::string> names;
  for (const auto& definition : declared_figures()) {
    EXPECT_TRUE(names.insert(definition.name).second) << definition.name;
  }
}

TEST(figure_definitions, are_in_the_paper_if_it_claims_something_about_their_experiment) {
  std::set<std::string> claimed;
  for (const auto& claim : harness::claim::of_paper()) {
    claimed.insert(claim.experiment);
  }
  std::set<std::string> in_paper;
  for (const auto& definition : declared_figures()) {
    if (definition.in_paper) {
      in_paper.insert(definition.experiment);
    }
  }
  EXPECT_EQ(in_paper, claimed);
}

TEST(figure_definitions, give_an_undeclared_experiment_a_default_figure) {
  const auto from = made_up_source([](auto& rows) {
    for (const char* size : {"1", "10", "100"}) {
      rows.add(std::string("novel/impl:cqs.thing/size:") + size + "/threads:2", {1, 2, 3});
      rows.add(std::string("novel/impl:std.thing/size:") + size + "/threads:2", {4, 5, 6});
    }
  });
  const auto definitions = figures_for({&from.results});
  ASSERT_EQ(definitions.size(), 1U);
  EXPECT_EQ(definitions[0].x.parameter, "size");
  EXPECT_EQ(definitions[0].x.scale, scale::logarithmic);
}

TEST(figure_definitions, put_threads_on_the_default_x_axis_in_a_tie) {
  const auto from = made_up_source([](auto& rows) {
    rows.add("novel/impl:cqs.thing/size:0/threads:1", {1});
    rows.add("novel/impl:cqs.thing/size:5/threads:2", {1});
  });
  EXPECT_EQ(default_figure({&from.results}, "novel").x.parameter, "threads");
}

TEST(figure_definitions, have_axes_from_zero_that_show_zero) {
  const auto from = made_up_source([](auto& rows) {
    rows.add("novel/impl:cqs.thing/size:0/threads:1", {1});
    rows.add("novel/impl:cqs.thing/size:5/threads:1", {1});
  });
  EXPECT_EQ(default_figure({&from.results}, "novel").x.scale, scale::logarithmic_from_zero);
}

TEST(figure_definitions, show_coroutines_over_their_number) {
  // The rows are made up: the figure must be right before a sweep measures a million coroutines.
  const auto sources = sources_of(made_up_source([](auto& rows) {
    for (const char* waiters : {"1", "1000", "1000000"}) {
      const std::string rest = std::string("/kind:mutex/waiters:") + waiters + "/threads:2";
      rows.add("async/impl:cqs.mutex/in:coroutine" + rest, {10, 20, 30});
      rows.add("async/impl:cqs.mutex/in:folly_task" + rest, {11, 21, 31});
      rows.add("async/impl:folly.coro.mutex/in:folly_task" + rest, {40, 50, 60});
    }
  }));
  const auto definition = std::ranges::find(declared_figures(), "async", &figure_definition::experiment);
  ASSERT_NE(definition, declared_figures().end());
  const auto figures = collect(*definition, sources);
  ASSERT_EQ(figures.size(), 1U);
  ASSERT_EQ(figures[0].panels.size(), 1U) << "no memory was measured, so that there is no panel of it";
  const auto& series = figures[0].panels[0].series;
  ASSERT_EQ(series.size(), 3U);
  EXPECT_EQ(series[0].label(), "cqs.mutex in coroutine");
  EXPECT_EQ(series[0].points[2].x, 1e6);
  EXPECT_EQ(series[1].label(), "cqs.mutex in folly_task");
  EXPECT_EQ(series[1].points[0].y, 21);
  EXPECT_EQ(series[2].points[0].y, 50);
}

}  // namespace

}  // namespace cqs::plots
