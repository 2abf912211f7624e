// Generated mutants: which changes of a text there are, and how a program switches them on.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <checker/mutation/generator.h>
#include <checker/mutation/orders_table.h>
#include <checker/mutation/switch.h>

namespace cqs::check::mutate {
namespace {

/// The body of a function, with each mutation.
std::vector<std::string> mutants_of(const std::string& body) {
  const std::string text = "void f() { " + body + " }";
  std::vector<std::string> results;
  for (const mutation& each : generate(text, 1).mutations) {
    const std::string changed = mutated(text, each);
    results.push_back(changed.substr(11, changed.size() - 13));
  }
  std::sort(results.begin(), results.end());
  return results;
}

using texts = std::vector<std::string>;

TEST(mutation, weakens_memory_orders_by_one_step) {
  EXPECT_EQ(mutants_of("return x.load(std::memory_order_acquire);"),
            (texts{"return x.load(std::memory_order_relaxed);"}));
  EXPECT_EQ(mutants_of("return x.exchange(y, std::memory_order_acq_rel);"),
            (texts{"return x.exchange(y, std::memory_order_acquire);",
                   "return x.exchange(y, std::memory_order_release);"}));
  EXPECT_EQ(mutants_of("return x.load(std::memory_order_relaxed);"), texts{});
}

TEST(mutation, negates_each_operand_of_a_condition) {
  EXPECT_EQ(mutants_of("if (a && b()) { int c; }"),
            (texts{"if (!(a) && b()) { int c; }", "if (a && !(b())) { int c; }"}));
  EXPECT_EQ(mutants_of("if (!(a || b)) { int c; }"),
            (texts{"if (!(!(a || b))) { int c; }", "if (!(!(a) || b)) { int c; }",
                   "if (!(a || !(b))) { int c; }"}));
  EXPECT_EQ(mutants_of("return a ? b : c;"), (texts{"return !(a) ? b : c;"}));
  EXPECT_EQ(mutants_of("while (a ? b : c) { int d; }"),
            (texts{"while (!(a ? b : c)) { int d; }", "while (!(a) ? b : c) { int d; }"}));
  EXPECT_EQ(mutants_of("return true;"), (texts{"return false;"}));
  EXPECT_EQ(mutants_of("const bool x = a == b;"), (texts{"const bool x = !(a == b);"}));
}

TEST(mutation, negates_a_declared_condition) {
  EXPECT_EQ(mutants_of("if (auto e = take()) { int c; }"), (texts{"if (auto e = take(); !e) { int c; }"}));
  EXPECT_EQ(mutants_of("if (auto e = take(); e.full) { int c; }"),
            (texts{"if (auto e = take(); !(e.full)) { int c; }"}));
}

TEST(mutation, moves_bounds) {
  EXPECT_EQ(mutants_of("while (a < b) { int c; }"),
            (texts{"while (!(a < b)) { int c; }", "while (a <= b) { int c; }"}));
  // `a > (0 - 1)` is `a >= 0`.
  EXPECT_EQ(mutants_of("return a > 0;"),
            (texts{"return !(a > 0);", "return a > (0 + 1);", "return a >= 0;"}));
}

TEST(mutation, removes_statements_with_an_effect) {
  EXPECT_EQ(mutants_of("a.b(c);"), (texts{";"}));
  EXPECT_EQ(mutants_of("a = b;"), (texts{";"}));
  EXPECT_EQ(mutants_of("++a;"), (texts{";"}));
  EXPECT_EQ(mutants_of("a.template b<c>(d);"), (texts{";"}));
  EXPECT_EQ(mutants_of("static_cast<void>(a());"), (texts{";"}));
  EXPECT_EQ(mutants_of("return;"), (texts{";"}));
}

TEST(mutation, removes_guards) {
  EXPECT_EQ(mutants_of("const std::lock_guard guard(_lock);"), (texts{"const int unused = 0;"}));
  const std::string text = "void f() { const std::lock_guard guard(_lock); }";
  EXPECT_EQ(switchable(text, generate(text, 1), {}),
            "void f() { const cqs_mutation::guard guard(1, _lock ); }");
}

TEST(mutation, leaves_declarations_alone) {
  EXPECT_EQ(mutants_of("T a(b);"), texts{});
  EXPECT_EQ(mutants_of("T<b> a;"), texts{});
  EXPECT_EQ(mutants_of("T& a = b();"), texts{});
  EXPECT_EQ(mutants_of("const auto a = b();"), texts{});
  EXPECT_EQ(mutants_of("T(const T&) = delete;"), texts{});
  EXPECT_EQ(mutants_of("return T{}(a);"), texts{});
  EXPECT_EQ(mutants_of("static_assert(a < 1);"), texts{});
  EXPECT_EQ(mutants_of("constexpr int a = 1;"), texts{});
  EXPECT_EQ(mutants_of("if constexpr (a < 1) { int b; }"), texts{});
  EXPECT_EQ(mutants_of("alignas(64) T<1, 2> a;"), texts{});
  EXPECT_EQ(mutants_of("// a(1);\n"), texts{});
}

TEST(mutation, shifts_integers_and_counts) {
  EXPECT_EQ(mutants_of("return f(1);"), (texts{"return f((1 + 1));", "return f((1 - 1));"}));
  EXPECT_EQ(mutants_of("return s->give_back(n);"),
            (texts{"return s->give_back((n + 1));", "return s->give_back((n - 1));"}));
  EXPECT_EQ(mutants_of("return \"1\" + 1.5;"), texts{});
}

TEST(mutation, keeps_the_lines_of_a_switchable_text) {
  const std::string text = "void f() {\n  if (a <\n      1) {\n    b();\n  }\n}\n";
  const std::string result = switchable(text, generate(text, 5), {});
  EXPECT_EQ(result,
            "void f() {\n  if (cqs_mutation::negated(5, cqs_mutation::less(6, a ,\n      "
            "cqs_mutation::lowered(7, 1)))) {\n    if (!cqs_mutation::active(8)) { b(); }\n  }\n}\n");
}

TEST(mutation, leaves_stillborn_ones_out) {
  const std::string text = "void f() { if (a) { b(); } }";
  EXPECT_EQ(switchable(text, generate(text, 1), {1}),
            "void f() { if (a) { if (!cqs_mutation::active(2)) { b(); } } }");
}

TEST(mutation, is_active_one_at_a_time) {
  cqs_mutation::chosen = 7;
  EXPECT_TRUE(cqs_mutation::negated(7, false));
  EXPECT_FALSE(cqs_mutation::negated(8, false));
  EXPECT_TRUE(cqs_mutation::less(7, 1, 1));
  EXPECT_FALSE(cqs_mutation::less(8, 1, 1));
  EXPECT_EQ(cqs_mutation::raised(7, 1U), 2U);
  EXPECT_EQ(cqs_mutation::lowered(8, 1U), 1U);
  EXPECT_EQ(
      cqs_mutation::order(6, std::memory_order_acq_rel, std::memory_order_acquire, std::memory_order_release),
      std::memory_order_release);
  EXPECT_NE(cqs_mutation::reached[8], 0);
  cqs_mutation::chosen = 0;
  static_assert(!cqs_mutation::active(7), "what the compiler evaluates is never mutated");
}

TEST(mutation, tables_each_weakened_order_with_its_tag) {
  const std::string argued = testing::TempDir() + "cqs-argued.txt";
  std::ofstream(argued)
      << "argued of-no-use\nbecause nobody looks.\nfile f.h\n-x.store(1, release);\n+x.store(1, relaxed);\n";
  const arguments given(argued);
  const std::vector<mutated_file> files{{"f.h",
                                         "int before;\n  // [word.read] acquire <- [word.write]; mutant m\n  "
                                         "// else none\n  x.load(acquire);\n",
                                         1,
                                         {}}};
  const entry read{1,
                   change::weaken,
                   "f.h",
                   4,
                   "x.load(std::memory_order_acquire);",
                   "x.load(std::memory_order_relaxed);"};
  const entry swap{2,
                   change::weaken,
                   "g.h",
                   9,
                   "x.exchange(1, std::memory_order_acq_rel);",
                   "x.exchange(1, std::memory_order_acquire);"};
  const entry store{3, change::weaken, "f.h", 1, "x.store(1, release);", "x.store(1, relaxed);"};
  const entry other{4, change::negate, "f.h", 1, "if (a)", "if (!a)"};
  const std::vector<finding> findings{{read, {fate::killed, "toy.two", "bound 2, weak", "data race", 7}},
                                      {swap, {fate::survived, "", "complete", "", 9}},
                                      {store, {fate::unreached, "", "", "", 0}, true},
                                      {other, {fate::killed, "toy.two", "bound 1", "assertion", 1}}};
  const std::string table = orders_table(findings, files, given);
  const auto has = [&table](const std::string& row) { return table.find(row) != std::string::npos; };
  EXPECT_TRUE(
      has("| `word.read` | `f.h:4` | acquire → relaxed | killed by `toy.two` | bound 2, weak | data race | 7 "
          "|\n"))
      << table;
  EXPECT_TRUE(has("|  | `g.h:9` | acq_rel → acquire | **survived** | complete |  | 9 |\n")) << table;
  EXPECT_TRUE(has("argued: `of-no-use`")) << table;
  EXPECT_FALSE(has("toy.two` | bound 1")) << "a change of another kind is in the table of orders";
}

/// A root with this number of headers, each with a mutation.
std::filesystem::path root_with_headers(std::size_t count) {
  const auto root = std::filesystem::path(testing::TempDir()) / ("cqs-headers-" + std::to_string(count));
  std::filesystem::remove_all(root);
  std::filesystem::create_directories(root / "primitives" / "cqs");
  std::filesystem::create_directories(root / "components" / "cqs");
  std::ofstream(root / "argued.txt") << "# nothing\n";
  for (std::size_t i = 0; i < count; ++i) {
    std::ofstream(root / "components" / "cqs" / (std::to_string(i) + ".h"))
        << "inline bool f() { return true; }\n";
  }
  return root;
}

TEST(mutation, numbers_the_mutations_of_many_headers) {
  const auto root = root_with_headers(cqs_mutation::most_files);
  const auto files = read_files(root, arguments(root / "argued.txt"));
  ASSERT_EQ(files.size(), cqs_mutation::most_files);
  const std::size_t last = files.back().first_number + files.back().all.mutations.size() - 1;
  EXPECT_LT(last, cqs_mutation::most_mutations) << "the program has no room for this number";
  std::filesystem::remove_all(root);

  const auto crowded = root_with_headers(cqs_mutation::most_files + 1);
  EXPECT_THROW(read_files(crowded, arguments(crowded / "argued.txt")), std::length_error);
  std::filesystem::remove_all(crowded);
}

}  // namespace
}  // namespace cqs::check::mutate
