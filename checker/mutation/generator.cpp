#include <checker/mutation/generator.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include <checker/mutation/syntax.h>

namespace cqs::check::mutate {

namespace {

bool is_logical(const token& t) {
  return t.is_spaced && (t.is("&&") || t.is("||"));
}
bool is_bound(const token& t) {
  return t.is_spaced && (t.is("<") || t.is(">") || t.is("<=") || t.is(">="));
}
bool is_comparison(const token& t) {
  return is_bound(t) || t.is("==") || t.is("!=");
}
bool is_assignment(const token& t) {
  return t.what == token::sort::sign && t.spelling.ends_with("=") && !is_comparison(t) && !t.is("<=") &&
         !t.is(">=");
}

/// Words with which no expression statement begins.
constexpr std::array<std::string_view, 40> words_of_declarations{
    "alignas",  "auto",   "bool",      "case",      "catch",    "char",     "class",     "co_return",
    "co_yield", "const",  "consteval", "constexpr", "default",  "delete",   "do",        "double",
    "else",     "enum",   "explicit",  "float",     "for",      "friend",   "goto",      "if",
    "inline",   "int",    "mutable",   "namespace", "operator", "private",  "protected", "public",
    "requires", "return", "static",    "struct",    "switch",   "template", "typename",  "unsigned"};
constexpr std::array<std::string_view, 7> more_words_of_declarations{"using", "virtual", "void", "while",
                                                                     "throw", "try",     "union"};

/// Calls whose first argument is a number of stakes or of waiters.
constexpr std::array<std::string_view, 2> counting_calls{"give_back", "resume_all"};

struct range {
  std::size_t begin;
  std::size_t end;
};

class generator {
 public:
  generator(std::string_view text, std::size_t first_number)
      : _text(text), _syntax(text), _next_number(first_number) {}

  generated run() {
    for (std::size_t i = 0; i < _syntax.size(); ++i) {
      if (!_syntax.is_fixed(i)) {
        visit(i);
      }
    }
    return std::move(_result);
  }

 private:
  void visit(std::size_t i) {
    const token& t = _syntax[i];
    if (t.what == token::sort::number) {
      shift_constant(i);
    } else if (t.is("?")) {
      negate_operands({begin_of_choice(i), i});
    } else if (t.what == token::sort::word) {
      visit_word(i);
    }
    if (begins_statement(i)) {
      remove_statement(i);
    }
  }

  void visit_word(std::size_t i) {
    const token& t = _syntax[i];
    if (t.spelling.starts_with("memory_order_")) {
      weaken(i);
    } else if (t.is("constexpr") && _syntax.is(i + 1, "auto")) {
      add_switch(t.begin, t.end(), "const", "", 0);  // so that a program can switch what is in it
    } else if ((t.is("if") || t.is("while")) && _syntax.is(i + 1, "(")) {
      negate_condition({i + 2, _syntax.partner(i + 1)});
    } else if (t.is("for") && _syntax.is(i + 1, "(")) {
      negate_condition_of_for(i + 1);
    } else if (t.is("return")) {
      negate_result(i + 1);
    } else if (t.is("bool") && _syntax.is(i + 2, "=")) {
      negate_result(i + 3);
    } else if (t.is("lock_guard")) {
      remove_guard(i);
    } else if (std::find(counting_calls.begin(), counting_calls.end(), t.spelling) != counting_calls.end()) {
      shift_argument(i);
    }
  }

  // Memory orders.

  void weaken(std::size_t i) {
    if (i < 2 || !_syntax.is(i - 2, "std")) {
      return;
    }
    const std::string_view order = _syntax[i].spelling.substr(std::string_view("memory_order_").size());
    std::vector<std::string> weaker;
    if (order == "seq_cst") {
      weaker = {"acq_rel"};
    } else if (order == "acq_rel") {
      weaker = {"acquire", "release"};
    } else if (order == "acquire" || order == "release") {
      weaker = {"relaxed"};
    } else {
      return;
    }
    const std::size_t begin = _syntax[i - 2].begin;
    const std::size_t end = _syntax[i].end();
    std::string closing;
    for (std::string& each : weaker) {
      each = "std::memory_order_" + each;
      closing += ", " + each;
    }
    add_switch(begin, end, fmt::format("cqs_mutation::order({}, ", _next_number), closing + ")",
               weaker.size());
    for (std::string& each : weaker) {
      add(change::weaken, begin, end, std::move(each));
    }
  }

  // Conditions.

  void negate_condition(range condition) {
    const auto is_semicolon = [](const token& t) { return t.is(";"); };
    const std::size_t after_declaration = _syntax.find(condition.begin, condition.end, is_semicolon);
    if (after_declaration != condition.end) {
      condition.begin = after_declaration + 1;
    }
    const std::size_t equals = _syntax.find(condition.begin, condition.end, is_assignment);
    if (equals == condition.end) {
      negate_operands(condition);
    } else {
      negate_declared(condition, _syntax[equals - 1].spelling);
    }
  }

  /// `if (auto element = take())`: the new condition stands behind the declaration.
  void negate_declared(range condition, std::string_view name) {
    const std::size_t begin = _syntax[condition.begin].begin;
    const std::size_t end = _syntax[condition.end - 1].end();
    add_switch(begin, end, "", fmt::format("; cqs_mutation::negated({}, {})", _next_number, name), 1);
    add(change::negate, begin, end, fmt::format("{}; !{}", _text.substr(begin, end - begin), name));
  }

  void negate_condition_of_for(std::size_t opening) {
    const std::size_t close = _syntax.partner(opening);
    const auto is_semicolon = [](const token& t) { return t.is(";"); };
    const std::size_t first = _syntax.find(opening + 1, close, is_semicolon);
    if (first == close) {
      return;  // over a range
    }
    negate_operands({first + 1, _syntax.find(first + 1, close, is_semicolon)});
  }

  /// The value of a `return`, or of a variable of type bool.
  void negate_result(std::size_t begin) {
    const std::size_t end = _syntax.find(begin, _syntax.size(), [](const token& t) { return t.is(";"); });
    if (end == _syntax.size() || _syntax.find(begin, end, [](const token& t) { return t.is("?"); }) != end) {
      return;
    }
    const auto decides = [](const token& t) { return is_logical(t) || is_comparison(t); };
    const bool is_literal = end == begin + 1 && (_syntax.is(begin, "true") || _syntax.is(begin, "false"));
    const bool is_exchange = end > begin + 1 && _syntax.is(end - 1, ")") &&
                             _syntax[_syntax.partner(end - 1) - 1].spelling.starts_with("compare_exchange");
    if (is_literal || is_exchange || _syntax.is(begin, "!") || _syntax.find(begin, end, decides) != end) {
      negate_operands({begin, end});
    }
  }

  void negate_operands(range condition) {
    if (_syntax.find(condition.begin, condition.end, [](const token& t) { return t.is("?"); }) !=
        condition.end) {
      negate_whole(condition);
      return;
    }
    while (condition.begin < condition.end) {
      const std::size_t end = _syntax.find(condition.begin, condition.end, is_logical);
      negate_operand({condition.begin, end});
      condition.begin = std::min(end, condition.end - 1) + 1;
    }
  }

  void negate_operand(range operand) {
    if (operand.begin >= operand.end || _syntax.is_fixed(operand.begin)) {
      return;
    }
    const std::size_t parenthesis = operand.begin + (_syntax.is(operand.begin, "!") ? 1U : 0U);
    if (_syntax.is(parenthesis, "(") && _syntax.partner(parenthesis) + 1 == operand.end) {
      const range inside{parenthesis + 1, operand.end - 1};
      if (_syntax.find(inside.begin, inside.end, is_logical) != inside.end) {
        negate_operands(inside);
      }
    }
    if (negate_whole(operand)) {
      move_bound(operand);
    }
  }

  /// Returns false if this range has been negated before.
  bool negate_whole(range condition) {
    const std::size_t begin = _syntax[condition.begin].begin;
    const std::size_t end = _syntax[condition.end - 1].end();
    if (!_seen.insert({begin, end}).second) {
      return false;
    }
    add_switch(begin, end, fmt::format("cqs_mutation::negated({}, ", _next_number), ")", 1);
    add(change::negate, begin, end, negation_of(std::string(_text.substr(begin, end - begin))));
    return true;
  }

  static std::string negation_of(const std::string& condition) {
    if (condition == "true" || condition == "false") {
      return condition == "true" ? "false" : "true";
    }
    return "!(" + condition + ")";
  }

  void move_bound(range operand) {
    const std::size_t sign = _syntax.find(operand.begin, operand.end, is_bound);
    if (sign == operand.end) {
      return;
    }
    static const std::map<std::string_view, std::pair<std::string_view, std::string_view>> moved{
        {"<", {"<=", "less"}}, {"<=", {"<", "at_most"}}, {">", {">=", "greater"}}, {">=", {">", "at_least"}}};
    const auto& [other, function] = moved.at(_syntax[sign].spelling);
    const std::size_t begin = _syntax[operand.begin].begin;
    const std::size_t end = _syntax[operand.end - 1].end();
    add_switch(begin, end, fmt::format("cqs_mutation::{}({}, ", function, _next_number), ")", 1);
    add_switch(_syntax[sign].begin, _syntax[sign].end(), ",", "", 1);
    add(change::move, _syntax[sign].begin, _syntax[sign].end(), std::string(other));
  }

  /// The condition before a `?` begins after the nearest of these.
  std::size_t begin_of_choice(std::size_t question) const {
    std::size_t i = question;
    const std::size_t enclosing = _syntax.enclosing(question);
    while (i > 0 && i - 1 != enclosing) {
      const token& before = _syntax[i - 1];
      if (before.is(",") || before.is(";") || before.is("return") || before.is("?") || before.is(":") ||
          before.is("}") || is_assignment(before)) {
        break;
      }
      const std::size_t partner = _syntax.partner(i - 1);
      i = partner != syntax::none && partner < i - 1 ? partner : i - 1;
    }
    return i;
  }

  // Statements.

  bool begins_statement(std::size_t i) const {
    const std::size_t enclosing = _syntax.enclosing(i);
    if (i == 0 || enclosing == syntax::none || !_syntax.is(enclosing, "{")) {
      return false;
    }
    const token& before = _syntax[i - 1];
    const bool continues_value = before.is("}") && _syntax.is(i, "(");  // T{}(argument)
    return before.is("{") || (before.is("}") && !continues_value) || before.is(";") ||
           (before.is(":") && _syntax.is_fixed(i - 1));
  }

  void remove_statement(std::size_t i) {
    const std::size_t end = _syntax.is(i + 1, ";") && is_jump(i) ? i + 2 : end_of_expression_statement(i);
    if (end == syntax::none) {
      return;
    }
    const std::size_t first = _syntax[i].begin;
    const std::size_t last = _syntax[end - 1].end();
    add_switch(first, last, fmt::format("if (!cqs_mutation::active({})) {{ ", _next_number), " }", 1);
    add(change::remove, first, last, ";");
  }

  /// `const std::lock_guard guard(lock);`
  void remove_guard(std::size_t i) {
    const std::size_t opening = i + 2;
    if (i < 2 || !_syntax.is(i - 2, "std") || !_syntax.is(opening, "(")) {
      return;
    }
    const std::size_t close = _syntax.partner(opening);
    add_switch(_syntax[i - 2].begin, _syntax[i].end(), "cqs_mutation::guard", "", 1);
    add_switch(_syntax[opening + 1].begin, _syntax[close - 1].end(), fmt::format("{}, ", _next_number), " ",
               1);
    add(change::remove, _syntax[i - 2].begin, _syntax[close].end(), "int unused = 0");
  }

  bool is_jump(std::size_t i) const {
    return _syntax.is(i, "return") || _syntax.is(i, "break") || _syntax.is(i, "continue");
  }

  /// `none` if this is a declaration, or not a statement at all.
  std::size_t end_of_expression_statement(std::size_t i) const {
    const std::size_t end =
        _syntax.find(i, _syntax.size(), [](const token& t) { return t.is(";") || t.is("}"); });
    if (!_syntax.is(end, ";") || !begins_expression(i)) {
      return syntax::none;
    }
    if (_syntax.is(i, "++") || _syntax.is(i, "--")) {
      return end + 1;
    }
    const std::size_t after = end_of_operand(i);
    if (after == end) {
      return _syntax.is(end - 1, ")") ? end + 1 : syntax::none;
    }
    const bool has_effect = is_assignment(_syntax[after]) || _syntax.is(after, "?") ||
                            _syntax.is(after, "++") || _syntax.is(after, "--");
    const bool is_declaration = _syntax.is(after + 1, "default") || _syntax.is(after + 1, "delete");
    return has_effect && !is_declaration ? end + 1 : syntax::none;
  }

  bool begins_expression(std::size_t i) const {
    const token& t = _syntax[i];
    if (t.what != token::sort::word) {
      return t.is("++") || t.is("--") || t.is("*") || t.is("(");
    }
    const auto is_in = [&t](const auto& words) {
      return std::find(words.begin(), words.end(), t.spelling) != words.end();
    };
    return !is_in(words_of_declarations) && !is_in(more_words_of_declarations);
  }

  /// Past names, member accesses, calls, subscripts and template arguments.
  std::size_t end_of_operand(std::size_t i) const {
    bool is_name_expected = true;
    while (i < _syntax.size()) {
      const token& t = _syntax[i];
      if (t.what == token::sort::word) {
        if (!is_name_expected && !_syntax.is(i - 1, "template")) {
          return i;
        }
        is_name_expected = t.is("template");
        ++i;
      } else if (t.is("::") || t.is(".") || t.is("->") || (t.is("*") && is_name_expected)) {
        is_name_expected = true;
        ++i;
      } else if (t.is("(") || t.is("[")) {
        i = _syntax.partner(i) + 1;
        is_name_expected = false;
      } else if (t.is("<") && !t.is_spaced) {
        i = _syntax.template_end(i);
      } else {
        return i;
      }
    }
    return i;
  }

  // Integers.

  void shift_constant(std::size_t i) {
    const token& t = _syntax[i];
    const bool is_hexadecimal = t.spelling.starts_with("0x");
    if (t.spelling.find_first_of(is_hexadecimal ? "." : ".e") != std::string_view::npos) {
      return;
    }
    // Of a bound, one of the two is the same as the bound moved.
    const bool is_bound_itself = i > 0 && is_bound(_syntax[i - 1]) && ends_operand(i + 1);
    if (!is_bound_itself || _syntax.is(i - 1, ">") || _syntax.is(i - 1, "<=")) {
      raise(t.begin, t.end());
    }
    if (!is_bound_itself || _syntax.is(i - 1, "<") || _syntax.is(i - 1, ">=")) {
      lower(t.begin, t.end());
    }
  }

  bool ends_operand(std::size_t i) const {
    return i < _syntax.size() &&
           (is_logical(_syntax[i]) || _syntax.is(i, ")") || _syntax.is(i, ";") || _syntax.is(i, "?"));
  }

  void shift_argument(std::size_t i) {
    const bool is_call = i > 0 && (_syntax.is(i - 1, ".") || _syntax.is(i - 1, "->"));
    if (!is_call || !_syntax.is(i + 1, "(")) {
      return;
    }
    const std::size_t end =
        _syntax.find(i + 2, _syntax.partner(i + 1), [](const token& t) { return t.is(","); });
    if (end - i > 3 || _syntax[i + 2].what != token::sort::number) {
      shift(_syntax[i + 2].begin, _syntax[end - 1].end());
    }
  }

  void shift(std::size_t begin, std::size_t end) {
    raise(begin, end);
    lower(begin, end);
  }

  void raise(std::size_t begin, std::size_t end) {
    add_switch(begin, end, fmt::format("cqs_mutation::raised({}, ", _next_number), ")", 1);
    add(change::shift, begin, end, fmt::format("({} + 1)", _text.substr(begin, end - begin)));
  }

  void lower(std::size_t begin, std::size_t end) {
    add_switch(begin, end, fmt::format("cqs_mutation::lowered({}, ", _next_number), ")", 1);
    add(change::shift, begin, end, fmt::format("({} - 1)", _text.substr(begin, end - begin)));
  }

  void add(change change, std::size_t begin, std::size_t end, std::string replacement) {
    _result.mutations.push_back({change, begin, end, std::move(replacement)});
    ++_next_number;
  }

  void add_switch(std::size_t begin, std::size_t end, std::string opening, std::string closing,
                  std::size_t count) {
    _result.switches.push_back({begin, end, std::move(opening), std::move(closing), _next_number, count});
  }

  std::string_view _text;
  syntax _syntax;
  std::size_t _next_number;
  std::set<std::pair<std::size_t, std::size_t>> _seen;
  generated _result;
};

bool is_without(const switch_text& each, const std::vector<std::size_t>& without) {
  return std::any_of(without.begin(), without.end(), [&each](std::size_t number) {
    return number >= each.first && number < each.first + each.count;
  });
}

}  // namespace

generated generate(std::string_view text, std::size_t first_number) {
  return generator(text, first_number).run();
}

std::string switchable(std::string_view text, const generated& all, const std::vector<std::size_t>& without) {
  std::vector<switch_text> switches;
  std::copy_if(all.switches.begin(), all.switches.end(), std::back_inserter(switches),
               [&without](const switch_text& each) { return !is_without(each, without); });
  // The outer of two ranges comes first.
  std::stable_sort(switches.begin(), switches.end(), [](const switch_text& a, const switch_text& b) {
    return std::pair(a.begin, b.end) < std::pair(b.begin, a.end);
  });
  std::map<std::size_t, std::string> openings;
  std::map<std::size_t, std::string> closings;
  std::map<std::size_t, std::size_t> replaced;
  for (const switch_text& each : switches) {
    openings[each.begin] += each.opening;
    closings[each.end] = each.closing + closings[each.end];
    if (each.closing.empty()) {
      replaced[each.begin] = each.end;
    }
  }
  std::string result;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (const auto found = closings.find(i); found != closings.end()) {
      result += found->second;
    }
    if (const auto found = openings.find(i); found != openings.end()) {
      result += found->second;
    }
    if (const auto found = replaced.find(i); found != replaced.end()) {
      i = found->second - 1;
    } else if (i < text.size()) {
      result += text[i];
    }
  }
  return result;
}

std::string mutated(std::string_view text, const mutation& mutation) {
  std::string result(text);
  result.replace(mutation.begin, mutation.end - mutation.begin, mutation.replacement);
  return result;
}

}  // namespace cqs::check::mutate
