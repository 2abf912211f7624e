#include "plots/report/report.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/analysis/paper_claims.h"
#include "harness/analysis/quality.h"
#include "harness/analysis/warnings.h"
#include "plots/report/answer.h"
#include "plots/report/caption.h"
#include "plots/report/cell_table.h"
#include "plots/report/html.h"
#include "plots/report/losses.h"
#include "plots/report/page_files.h"

namespace cqs::plots {

namespace {

using html::code;
using html::escaped;

std::string ratio(const verdict::peer& peer) {
  const char* judgement = peer.ours_is_faster() ? "faster" : peer.ours_is_slower() ? "slower" : "alike";
  return fmt::format("<span class=\"{}\">{:.2f}</span> <small>{}{}</small> {}", judgement, peer.times.mean,
                     to_string(peer.times.bounds), peer.times.with_modes() > 0 ? " †" : "", code(peer.name));
}

/// Counts how often ours is faster, slower or equal, against the fastest equally fair peer of each
/// experiment.
std::string lead(const std::vector<verdict>& all) {
  std::size_t faster = 0;
  std::size_t slower = 0;
  std::size_t fair = 0;
  for (const verdict& v : all) {
    if (const auto* peer = v.fastest_as_fair()) {
      ++fair;
      faster += peer->ours_is_faster() ? 1U : 0U;
      slower += peer->ours_is_slower() ? 1U : 0U;
    }
  }
  return fair == 0 ? "No equally fair peer was measured beside CQS: there is no answer to give."
                   : fmt::format(
                         "Against the fastest equally fair peer, CQS is faster in {} of {} comparisons, "
                         "slower in {}; "
                         "in {} the difference is within the noise.",
                         faster, fair, slower, fair - faster - slower);
}

/// The experiments in which `decide` holds of the fastest equally fair peer.
template <class Decide>
std::string subjects(const std::vector<verdict>& all, Decide decide) {
  std::string text;
  for (const verdict& v : all) {
    const auto* peer = v.fastest_as_fair();
    if (peer != nullptr && decide(*peer)) {
      text += fmt::format("{}{} {:.2f} ({})", text.empty() ? "" : "; ", escaped(v.subject), peer->times.mean,
                          code(peer->name));
    }
  }
  return text.empty() ? "nowhere" : text;
}

std::string losses_in_short(const std::vector<verdict>& all, const std::vector<loss>& losses) {
  const auto to_fair = std::ranges::count_if(losses, &loss::peer_is_fair);
  std::set<std::string> cells;
  for (const loss& l : losses) {
    cells.insert(l.ours.name());
  }
  return fmt::format(
      "Cell by cell: of {} cells, {} have a peer that is faster beyond doubt, {} of them a fair one: "
      "<a href=\"#losses\">the list</a>.",
      cells_with_peers(all), cells.size(), to_fair);
}

std::string losses_table(const std::vector<loss>& losses) {
  if (losses.empty()) {
    return "<p>In no cell is a peer faster beyond doubt.</p>";
  }
  std::string rows;
  for (const loss& l : losses) {
    rows += fmt::format(
        "<tr><td>{}</td><td><span class=\"slower\">{:.2f}</span> "
        "<small>{}{}</small></td><td>{}</td><td>{}</td></tr>",
        code(l.ours.name()), l.ratio, to_string(l.bounds), l.has_modes ? " †" : "", code(l.peer),
        l.peer_is_fair ? "yes" : "no");
  }
  return fmt::format(
      "<details><summary>{} losses, the greatest first</summary><div class=\"scroll\" tabindex=\"0\"><table>"
      "<thead><tr><th>cell of ours</th><th>peer's time / ours</th><th>peer</th><th>fair</th></tr></thead>"
      "<tbody>{}</tbody></table></div></details>",
      losses.size(), rows);
}

std::string verdict_table(const std::vector<verdict>& all) {
  std::string text =
      "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr><th>experiment</th><th>fastest equally "
      "fair peer</th>"
      "<th>fastest peer of all</th><th>faster than</th><th>ours</th></tr></thead><tbody>";
  for (const verdict& v : all) {
    const auto* as_fair = v.fastest_as_fair();
    const auto beaten = std::ranges::count_if(v.peers, &verdict::peer::ours_is_faster);
    text += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{} of {}</td><td>{}</td></tr>",
                        escaped(v.subject), as_fair == nullptr ? "none" : ratio(*as_fair),
                        ratio(v.peers.front()), beaten, v.peers.size(), code(v.ours));
  }
  return text + "</tbody></table></div>";
}

std::string heading(const source& from, bool one_of_many) {
  return one_of_many ? "<h3>" + escaped(from.label) + "</h3>" : "";
}

std::string counts(const harness::results& results) {
  using harness::status;
  return fmt::format("{} samples of {} cells: {} ok, {} failed, {} timed out, {} skipped.{}",
                     results.rows().size(), results.groups().size(), results.count(status::ok),
                     results.count(status::failed), results.count(status::timeout),
                     results.count(status::skipped),
                     results.truncated_bytes() > 0 ? " The last line is incomplete and was ignored." : "");
}

std::string where_measured(const harness::results& results) {
  const auto& machine = results.fingerprint();
  return fmt::format("{}, {} hardware threads", escaped(machine.at("cpu").at("model").get<std::string>()),
                     machine.at("topology").at("hardware_threads").get<int>());
}

std::string where_simulated(const harness::results& results) {
  return fmt::format("{}, {} hardware threads", code(results.simulated_on()),
                     results.fingerprint().at("topology").at("hardware_threads").get<int>());
}

std::string what(const harness::results& results) {
  const auto& machine = results.fingerprint();
  const auto sweep = machine.value("sweep", nlohmann::json::object());
  const std::string where = results.simulated_on().empty() ? "Measured on " + where_measured(results)
                                                           : "Simulated on " + code(results.simulated_on());
  return fmt::format("{}; profile {}, commit {}. {}", where, code(sweep.value("profile", "quick")),
                     code(machine.at("build").at("commit").get<std::string>().substr(0, 10)),
                     counts(results));
}

std::string how_good(const harness::results& results) {
  std::string text;
  for (const auto& sentence : harness::quality_of(results)) {
    if (!text.empty()) {
      text += ' ';
    }
    text += html::sentence(sentence);
  }
  return text.empty() ? "There is nothing to judge." : text;
}

/// That there is a simulation, too; empty if there is none.
std::string beside(const std::vector<source>& simulated) {
  return simulated.empty()
             ? ""
             : fmt::format(
                   " Beside it, <a href=\"#figures\">the paper's figures</a> are also simulated, on {}.",
                   where_simulated(simulated.front().results));
}

/// What was measured, how good that is, who wins where, who loses where: the first screen.
std::string first_screen(const harness::results& results, const std::vector<source>& simulated,
                         const std::vector<verdict>& all, const std::vector<loss>& losses) {
  std::string text = fmt::format(
      "<dl class=\"first\"><dt>What was measured</dt><dd>{}{}</dd><dt>How good the measurement "
      "is</dt><dd>{}</dd>",
      what(results), beside(simulated), how_good(results));
  if (results.count(harness::status::ok) == 0) {
    text +=
        "<dt>Who wins</dt><dd class=\"lead\">Nothing was measured: see the reasons in the table of all "
        "cells.</dd>";
  } else if (all.empty()) {
    text +=
        "<dt>Who wins</dt><dd class=\"lead\">CQS and a peer were not measured in the same cells: there is no "
        "answer to "
        "give.</dd>";
  } else {
    text += fmt::format(
        "<dt>Who wins where</dt><dd><span class=\"lead\">{}</span> Faster: {}.</dd>"
        "<dt>Who loses where</dt><dd>Slower: {}. {}</dd>",
        lead(all), subjects(all, [](const auto& peer) { return peer.ours_is_faster(); }),
        subjects(all, [](const auto& peer) { return peer.ours_is_slower(); }), losses_in_short(all, losses));
  }
  return text + "</dl>";
}

std::string answers(const std::vector<source>& sources, const std::vector<source>& simulated) {
  std::string text;
  for (const source& from : sources) {
    text += heading(from, sources.size() > 1);
    const auto all = verdicts(from.results);
    const auto losses = losses_of(all);
    text += first_screen(from.results, simulated, all, losses);
    if (!all.empty()) {
      text +=
          "<p>A number is the peer's time over ours: <strong>above 1, ours is faster</strong>. It is the "
          "geometric mean over the cells that both have, with its 95 % interval over processes. There is no "
          "interval below five samples a cell, and then no verdict. † marks ratios over cells with more than "
          "one "
          "mode: the table of all cells names the modes. Ratios are within one run; absolute times are no "
          "claim.</p>" +
          verdict_table(all) + "<h3 id=\"losses\">Where not, cell by cell</h3>" + losses_table(losses);
    }
  }
  return text;
}

std::string caption_html(const figure& f, const std::vector<source>& sources, const std::string& folder) {
  std::string caption;
  for (const std::string& sentence : caption_sentences(f, sources)) {
    caption += (caption.empty() ? "" : " ") + sentence;
  }
  std::string files;
  for (const char* format : {"pdf", "svg", "png", "pgf"}) {
    files += fmt::format(" <a href=\"{}/{}.two-column.{}\">{}</a>", folder, escaped(f.name), format, format);
  }
  return fmt::format(
      "<details><summary>Caption and files</summary><p>{0}</p><p>Files:{1} <a "
      "href=\"{2}/{3}.tex\">caption</a> "
      "<a href=\"{2}/{3}.json\">data</a></p></details>",
      escaped(caption), files, folder, escaped(f.name));
}

std::string picture(const shown_figure& shown) {
  return fmt::format(
      "<picture><source media=\"(max-width: 44rem)\" srcset=\"{}\"><img src=\"{}\" alt=\"{}\"></picture>"
      "<figcaption>",
      html::svg_address(shown.narrow_svg), html::svg_address(shown.wide_svg), escaped(shown.figure->title));
}

std::string claim_cells(const std::optional<harness::claim_finding>& found) {
  return found ? fmt::format("<td>{}</td><td>{}</td>", escaped(found->ratio), escaped(found->verdict))
               : "<td>-</td><td>-</td>";
}

/// The paper's claims about an experiment: the ratios here and on the paper's machine, and a verdict on each.
std::string claims_table(const std::vector<harness::claim_comparison>& claims,
                         const std::string& experiment) {
  std::string rows;
  for (const harness::claim_comparison& c : claims) {
    if (c.claim->experiment == experiment && !c.peer.empty()) {
      rows += fmt::format(
          "<tr><td{}>{}</td><td>{}</td><td>{}</td>{}{}</tr>",
          c.claim->quote.empty() ? "" : fmt::format(" title=\"The paper: “{}”\"", escaped(c.claim->quote)),
          escaped(c.claim->text), escaped(c.paper()), code(c.peer), claim_cells(c.measured),
          claim_cells(c.simulated));
    }
  }
  return rows.empty() ? ""
                      : "<div class=\"scroll\" tabindex=\"0\"><table class=\"claims\"><thead><tr><th>claim: "
                        "peer's time "
                        "/ ours</th><th>paper</th><th>peer</th><th>measured here</th><th>verdict</th>"
                        "<th>simulated</th><th>verdict</th></tr></thead><tbody>" +
                            rows + "</tbody></table></div>";
}

/// The figure as measured here, and beside it as simulated on the paper's machine.
std::string pair_of_pictures(const shown_figure& shown, const std::vector<source>& sources,
                             const std::vector<source>& simulated,
                             const std::vector<harness::claim_comparison>& claims) {
  const auto& there = simulated.front().results;
  return fmt::format(
      "<div class=\"pair\"><div><h4>Measured here: {}</h4><img src=\"{}\" alt=\"{}, measured here\"></div>"
      "<div class=\"simulated\"><h4>Simulated, not measured: {}</h4><img src=\"{}\" alt=\"{}, simulated on "
      "{}\"></div></div>{}<figcaption>",
      where_measured(sources.front().results), html::svg_address(shown.narrow_svg),
      escaped(shown.figure->title), where_simulated(there), html::svg_address(shown.simulated_svg),
      escaped(shown.simulated->title), escaped(there.simulated_on()),
      claims_table(claims, shown.figure->experiment));
}

std::string figure_html(const shown_figure& shown, const std::vector<source>& sources,
                        const std::vector<source>& simulated,
                        const std::vector<harness::claim_comparison>& claims) {
  const bool alone = shown.simulated == nullptr;
  return fmt::format("<figure id=\"figure-{}\"><h3>{}</h3>{}{}{}</figcaption></figure>\n",
                     escaped(shown.figure->name), escaped(shown.figure->title),
                     alone ? picture(shown) : pair_of_pictures(shown, sources, simulated, claims),
                     caption_html(*shown.figure, sources, "figures"),
                     alone ? "" : caption_html(*shown.simulated, simulated, "figures/simulated"));
}

std::string warnings(const std::vector<source>& sources) {
  std::string text;
  for (const source& from : sources) {
    std::string items;
    for (const auto& [what, remedy] : harness::warnings_of(from.results.fingerprint())) {
      items += fmt::format("<li>{}. <em>Remedy:</em> {}.</li>", escaped(what), escaped(remedy));
    }
    text += heading(from, sources.size() > 1) + (items.empty() ? "<p>None.</p>" : "<ul>" + items + "</ul>");
  }
  return text;
}

std::string machines(const std::vector<source>& sources) {
  std::string text;
  for (const source& from : sources) {
    auto machine = from.results.fingerprint();
    if (machine.contains("sweep")) {
      machine["sweep"].erase("profile_text");  // shown in the section on reproduction
    }
    text += heading(from, sources.size() > 1) + "<pre tabindex=\"0\">" + escaped(machine.dump(2)) + "</pre>";
  }
  return text;
}

std::string reproduction(const std::vector<source>& sources, const std::vector<source>& simulated) {
  std::string text;
  for (const source& from : sources) {
    const auto& machine = from.results.fingerprint();
    const auto sweep = machine.value("sweep", nlohmann::json::object());
    const std::string profile = sweep.value("profile", "quick");
    text += heading(from, sources.size() > 1) +
            fmt::format("<pre tabindex=\"0\">git checkout {}\n./scripts/sweep --profile {}</pre>",
                        escaped(machine.at("build").at("commit").get<std::string>()), escaped(profile)) +
            fmt::format("<details><summary>The profile {}</summary><pre tabindex=\"0\">{}</pre></details>",
                        escaped(profile), escaped(sweep.value("profile_text", "")));
  }
  for (const source& from : simulated) {
    const auto sweep = from.results.fingerprint().value("sweep", nlohmann::json::object());
    text += fmt::format(
        "<p>The simulation alone:</p><pre tabindex=\"0\">build/release/bin/cqs-bench sweep --machine {} "
        "--profile {} --output FOLDER</pre>",
        escaped(from.results.simulated_on()), escaped(sweep.value("profile", "figures")));
  }
  return text;
}

std::string_view page_file(std::string_view name) {
  return support::find_embedded(page_files, name)->text;
}

std::string figures_html(const std::vector<shown_figure>& figures, const std::vector<source>& sources,
                         const std::vector<source>& simulated) {
  std::string text;
  std::vector<harness::claim_comparison> claims;
  if (!simulated.empty()) {
    claims = harness::compare_claims(simulated.front().results, sources.front().results);
    text += fmt::format(
        "<p>Of the paper's figures there are two: measured here, and <strong>simulated</strong> on {}, a "
        "model of the paper's machine. The simulator runs the same code in virtual time. Times on the right "
        "are no measurements. The table below a pair has the paper's claims: a ratio is the peer's time over "
        "ours.</p>",
        where_simulated(simulated.front().results));
  }
  for (const auto& shown : figures) {
    text += figure_html(shown, sources, simulated, claims);
  }
  return text.empty() ? "<p>There is nothing to show: no cell was measured.</p>" : text;
}

}  // namespace

std::string report(const std::vector<source>& sources, const std::vector<source>& simulated,
                   const std::vector<shown_figure>& figures) {
  std::vector<std::string> labels;
  for (const source& from : sources) {
    labels.push_back(from.label);
  }
  return html::filled(page_file("page"), {{"title", escaped(fmt::format("{}", fmt::join(labels, ", ")))},
                                          {"style", page_file("style")},
                                          {"answer", answers(sources, simulated)},
                                          {"figures", figures_html(figures, sources, simulated)},
                                          {"warnings", warnings(sources)},
                                          {"machine", machines(sources)},
                                          {"reproduce", reproduction(sources, simulated)},
                                          {"cells", html::script_data(cell_table(sources).dump())},
                                          {"script", page_file("script")},
                                          {"explore", page_file("explore")}});
}

}  // namespace cqs::plots
