#pragma once

#include <string>

#include "plots/collect/figure.h"
#include "plots/collect/source.h"

namespace cqs::plots {

/// Returns the facts behind a figure as sentences: machine, commit, date, samples, missing implementations
/// with the reason.
std::vector<std::string> caption_sentences(const figure& figure, const std::vector<source>& sources);

/// The same in LaTeX, for \input between \begin{figure} and \end{figure}.
std::string latex_caption(const figure& figure, const std::vector<source>& sources);

/// Escapes a text for LaTeX.
std::string latex_escaped(const std::string& text);

}  // namespace cqs::plots
