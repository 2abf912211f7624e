#pragma once

#include <string>

#include "plots/collect/figure.h"
#include "plots/collect/source.h"

namespace cqs::plots {

/// What a reader of a figure must know, as sentences: machine, commit, date, samples, who is missing and why.
std::vector<std::string> caption_sentences(const figure& figure, const std::vector<source>& sources);

/// The same as LaTeX, to be put in with \input between \begin{figure} and \end{figure}.
std::string latex_caption(const figure& figure, const std::vector<source>& sources);

/// So that LaTeX prints it as it is.
std::string latex_escaped(const std::string& text);

}  // namespace cqs::plots
