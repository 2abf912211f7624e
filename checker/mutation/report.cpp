#include <checker/mutation/report.h>

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include <checker/mutation/orders_table.h>
#include <support/hash.h>

namespace cqs::check::mutate {

namespace {

/// How many mutations met each fate.
struct tally {
  std::size_t stillborn = 0;
  std::size_t killed = 0;
  std::size_t argued = 0;
  std::size_t unreached = 0;
  std::size_t survived = 0;
  std::uint64_t schedules = 0;

  void add(const finding& each) {
    schedules += each.what.schedules;
    ++(each.what.fate == fate::stillborn   ? stillborn
       : each.what.fate == fate::killed    ? killed
       : each.is_argued                    ? argued
       : each.what.fate == fate::unreached ? unreached
                                           : survived);
  }
  std::size_t alive() const { return killed + argued + unreached + survived; }
};

tally tally_of(const std::vector<finding>& findings) {
  tally all;
  for (const finding& each : findings) {
    all.add(each);
  }
  return all;
}

bool is_open(const finding& each) {
  return !each.is_argued && (each.what.fate == fate::survived || each.what.fate == fate::unreached);
}

std::string row(const std::string& name, const std::string& hash, std::size_t generated, const tally& t) {
  return fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", name, hash, generated,
                     t.stillborn + t.alive(), t.stillborn, t.killed, t.argued, t.survived, t.unreached,
                     t.schedules);
}

std::string as_code(const std::string& text) {
  std::string code = "`";
  for (const char c : text) {
    if (c == '|') {
      code += '\\';
    }
    code += c;
  }
  code += '`';
  return code;
}

/// The fields of a row, as they were before `as_code`.
std::vector<std::string> fields_of(const std::string& row) {
  std::vector<std::string> fields;
  const std::string separator = " | ";
  std::size_t at = 2;
  while (row.starts_with("| ") && at < row.size()) {
    const std::size_t end =
        std::min(row.find(separator, at), row.size() - std::min<std::size_t>(row.size(), 2));
    std::string field = row.substr(at, end - at);
    if (field.size() > 1 && field.front() == '`' && field.back() == '`') {
      field = field.substr(1, field.size() - 2);
    }
    for (std::size_t i = 0; (i = field.find("\\|", i)) != std::string::npos; ++i) {
      field.erase(i, 1);
    }
    fields.push_back(std::move(field));
    at = end + separator.size();
  }
  return fields;
}

}  // namespace

earlier_report::earlier_report(const std::string& table) {
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) {
    const auto fields = fields_of(line);
    if (fields.size() == 10 && fields[1].size() == 16) {
      hashes[fields[0]] = fields[1];
    } else if (fields.size() == 5) {
      const std::string& place = fields[0];
      open.insert(place.substr(0, place.rfind(':')) + "\n" + fields[2] + "\n" + fields[3]);
    }
  }
}

bool report::is_good() const {
  return std::none_of(_findings.begin(), _findings.end(), [this](const finding& each) {
    return (is_open(each) && !_earlier.open.contains(each.of.identity())) ||
           (each.is_argued && each.what.fate == fate::killed);
  });
}

std::string report::summary() const {
  const tally t = tally_of(_findings);
  std::string text;
  for (const finding& each : _findings) {
    if (is_open(each)) {
      text += fmt::format("{} {} {}\n  -{}\n  +{}\n",
                          each.what.fate == fate::unreached ? "UNREACHED" : "SURVIVED", each.of.name(),
                          name_of(each.of.change), each.of.before, each.of.after);
    } else if (each.is_argued && each.what.fate == fate::killed) {
      text += fmt::format("ARGUED, BUT KILLED by {}: {}\n  -{}\n  +{}\n", each.what.scenario, each.of.name(),
                          each.of.before, each.of.after);
    }
  }
  return text +
         fmt::format(
             "{} generated, {} stillborn, {} killed, {} argued, {} survived, {} unreached; {} schedules\n",
             t.stillborn + t.alive(), t.stillborn, t.killed, t.argued, t.survived, t.unreached, t.schedules);
}

std::string report::markdown() const {
  std::map<std::string, tally> tallies;
  for (const finding& each : _findings) {
    tallies[each.of.file].add(each);
  }
  std::string text =
      "| file | hash | generated | examined | stillborn | killed | argued | survived | unreached | schedules "
      "|\n"
      "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|\n";
  std::size_t generated = 0;
  for (const mutated_file& file : _files) {
    const std::size_t count = entries_of(file).size();
    text += row(as_code(file.path), as_code(support::hash_of(file.text)), count, tallies[file.path]);
    generated += count;
  }
  return text + row("all", "", generated, tally_of(_findings)) + survivors() + "\n## Memory orders\n\n" +
         orders_table(_findings, _files, _arguments);
}

std::string report::survivors() const {
  std::string text =
      "\n## Not killed\n\n| place | change | text | becomes | verdict |\n|---|---|---|---|---|\n";
  for (const finding& each : _findings) {
    if (each.what.fate == fate::killed || each.what.fate == fate::stillborn) {
      continue;
    }
    const auto* const argument = _arguments.find(each.of.identity());
    text += fmt::format("| `{}` | {} | {} | {} | {} |\n", each.of.name(), name_of(each.of.change),
                        as_code(each.of.before), as_code(each.of.after),
                        argument != nullptr ? fmt::format("argued: `{}`", argument->name)
                        : each.what.fate == fate::unreached
                            ? "**unreached**"
                            : fmt::format("**survived** ({})", each.what.exploration));
  }
  return text;
}

std::string report::markdown_of_orders() const {
  const tally t = tally_of(_findings);
  return fmt::format(
             "{} weakened orders: {} killed, {} argued, {} survived, {} unreached; {} schedules, at most {} "
             "s "
             "each.\n\n",
             t.alive(), t.killed, t.argued, t.survived, t.unreached, t.schedules, _seconds) +
         orders_table(_findings, _files, _arguments);
}

}  // namespace cqs::check::mutate
