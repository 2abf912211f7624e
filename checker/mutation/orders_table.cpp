#include <checker/mutation/orders_table.h>

#include <algorithm>
#include <regex>
#include <sstream>
#include <string_view>

#include <fmt/format.h>

namespace cqs::check::mutate {

namespace {

/// A tag is in the comment of its access, which begins at most this number of lines before.
constexpr std::size_t most_lines_of_an_access = 16;

constexpr std::string_view beginning_of_order = "memory_order_";

/// The tag of the access at a line, such as "cell.install"; empty if it has none. See CONTRIBUTING.md.
std::string tag_at(const std::string& text, std::size_t line) {
  static const std::regex tag(R"(\s*// \[([a-z_]+\.[a-z_]+)\].*)");
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string each; lines.size() < line && std::getline(stream, each);) {
    lines.push_back(std::move(each));
  }
  const std::size_t last = lines.size() - std::min(lines.size(), most_lines_of_an_access);
  std::smatch match;
  for (std::size_t i = lines.size(); i-- > last;) {
    if (std::regex_match(lines[i], match, tag)) {
      return match[1];
    }
  }
  return "";
}

/// The order around a position, without the name of its type.
std::string order_at(const std::string& text, std::size_t position) {
  const std::size_t begin = text.rfind(beginning_of_order, position);
  if (begin == std::string::npos) {
    return text;
  }
  const std::size_t name = begin + beginning_of_order.size();
  return text.substr(name, text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_", name) - name);
}

/// Such as "acq_rel → acquire".
std::string weakening(const entry& of) {
  const auto differ = std::mismatch(of.before.begin(), of.before.end(), of.after.begin(), of.after.end());
  const auto position = static_cast<std::size_t>(differ.first - of.before.begin());
  return order_at(of.before, position) + " → " + order_at(of.after, position);
}

std::string verdict_of(const finding& found, const arguments& given) {
  if (found.what.fate == fate::killed) {
    return fmt::format("killed by `{}`", found.what.scenario);
  }
  if (found.is_argued) {
    return fmt::format("argued: `{}`", given.find(found.of.identity())->name);
  }
  return found.what.fate == fate::unreached ? "**unreached**" : "**survived**";
}

}  // namespace

std::string orders_table(const std::vector<finding>& findings, const std::vector<mutated_file>& files,
                         const arguments& given) {
  std::string text =
      "| access | place | weakened | verdict | exploration | violation | schedules |\n"
      "|---|---|---|---|---|---|---:|\n";
  for (const finding& each : findings) {
    if (each.of.change != change::weaken || each.what.fate == fate::stillborn) {
      continue;
    }
    const auto file = std::find_if(files.begin(), files.end(),
                                   [&each](const mutated_file& f) { return f.path == each.of.file; });
    const std::string tag = file == files.end() ? "" : tag_at(file->text, each.of.line);
    text +=
        fmt::format("| {} | `{}` | {} | {} | {} | {} | {} |\n", tag.empty() ? "" : fmt::format("`{}`", tag),
                    each.of.name(), weakening(each.of), verdict_of(each, given), each.what.exploration,
                    each.what.violation, each.what.schedules);
  }
  return text;
}

}  // namespace cqs::check::mutate
