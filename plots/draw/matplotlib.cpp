#include "plots/draw/matplotlib.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include <fmt/format.h>
#include <pybind11/embed.h>
#include <pybind11/stl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plots/draw/drawing.h"
#include "plots/draw/python_executable.h"
#include "support/error.h"

namespace cqs::plots {

namespace py = pybind11;
using namespace pybind11::literals;

namespace {

constexpr int dots_per_inch = 300;
/// Out of 9: slightly larger files in half of the time.
constexpr int compression = 1;

/// Ignores the environment: PYTHONPATH, a virtual environment or another Python on the PATH may have another
/// matplotlib, or none.
PyConfig isolated() {
  PyConfig config;
  PyConfig_InitIsolatedConfig(&config);
  const std::string path = python_executable;
  const std::wstring wide(path.begin(), path.end());
  PyConfig_SetString(&config, &config.program_name, wide.c_str());
  PyConfig_SetString(&config, &config.executable, wide.c_str());
  return config;
}

void set_style(const py::module_& matplotlib) {
  const py::dict settings("font.family"_a = "DejaVu Sans", "font.size"_a = layout::font_size,
                          // Type 42 embeds fonts as fonts, as publishers require.
                          "pdf.fonttype"_a = 42, "svg.fonttype"_a = "none", "svg.hashsalt"_a = "cqs",
                          "pgf.rcfonts"_a = false, "axes.linewidth"_a = 0.5, "hatch.linewidth"_a = 0.4,
                          "savefig.dpi"_a = dots_per_inch, "pdf.compression"_a = compression);
  matplotlib.attr("rcParams").attr("update")(settings);
}

/// Matplotlib starts TeX to measure texts for PGF. Its own fonts measure well enough, so no TeX is needed.
void measure_texts_without_tex() {
  const auto pgf = py::module_::import("matplotlib.backends.backend_pgf");
  const auto bases = py::module_::import("matplotlib.backend_bases");
  pgf.attr("RendererPgf").attr("get_text_width_height_descent") =
      bases.attr("RendererBase").attr("get_text_width_height_descent");
}

/// Subsetting a font takes as long as drawing a figure. One subset with all usual characters serves all
/// figures; a figure with other characters gets its own.
void subset_fonts_once() {
  std::string usual = "µ";
  for (char c = ' '; c <= '~'; ++c) {
    usual += c;
  }
  const auto fonts = py::module_::import("matplotlib.backends._backend_pdf_ps");
  const py::object subset = fonts.attr("get_glyphs_subset");
  const py::object stream = py::module_::import("io").attr("BytesIO");
  const py::dict made;
  const py::set alphabet{py::str(usual)};
  fonts.attr("get_glyphs_subset") =
      py::cpp_function([=](const py::object& file, const py::object& characters) {
        if (!alphabet.attr("issuperset")(characters).cast<bool>()) {
          return py::object(subset(file, characters));
        }
        if (!made.contains(file)) {
          made[file] = subset(file, usual).attr("getvalue")();
        }
        return py::object(stream(made[file]));
      });
}

/// Omits dates: the same results give the same files.
py::dict metadata(const std::string& format, const figure& figure) {
  py::dict values;
  if (format == "pdf") {
    values["CreationDate"] = py::none();
    values["Title"] = figure.title;
  } else if (format == "svg") {
    values["Date"] = py::none();
    values["Title"] = figure.title;
  } else if (format == "png") {
    values["Title"] = figure.title;
  }
  return values;
}

/// Assigns the jobs to the processes in turn.
bool do_share(std::size_t first, std::size_t step, std::size_t count,
              const std::function<void(std::size_t)>& job) {
  try {
    for (std::size_t i = first; i < count; i += step) {
      job(i);
    }
    return true;
  } catch (const std::exception& e) {
    fmt::print(stderr, "cqs-plot: {}\n", e.what());
    return false;
  }
}

}  // namespace

struct matplotlib::interpreter {
  PyConfig config = isolated();
  py::scoped_interpreter python{&config, 0, nullptr, false};
};

matplotlib::matplotlib() {
  try {
    _interpreter = std::make_unique<interpreter>();
    set_style(py::module_::import("matplotlib"));
    py::module_::import("matplotlib").attr("use")("agg");
    measure_texts_without_tex();
    subset_fonts_once();
    // A figure leaves cycles of objects behind. The process ends soon, and a collection takes longer than the
    // memory is worth.
    py::module_::import("gc").attr("disable")();
  } catch (const std::exception& e) {
    const std::string reason = e.what();
    throw support::user_error(fmt::format(
        "{} has no matplotlib that works: apt-get install python3-matplotlib, or run scripts/setup ({})",
        python_executable, reason.substr(0, reason.find('\n'))));
  }
}

matplotlib::~matplotlib() = default;

const std::vector<std::string>& matplotlib::formats() {
  static const std::vector<std::string> all{"pdf", "svg", "png", "pgf"};
  return all;
}

void matplotlib::in_parallel(std::size_t count, const std::function<void(std::size_t)>& job) {
  const std::size_t processes =
      std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, std::max<std::size_t>(count, 1));
  std::fflush(nullptr);  // otherwise each process would write the buffered output again
  std::vector<pid_t> children;
  for (std::size_t first = 0; first < processes; ++first) {
    PyOS_BeforeFork();
    const pid_t child = fork();
    if (child == 0) {
      PyOS_AfterFork_Child();
      std::_Exit(do_share(first, processes, count, job) ? 0 : 1);
    }
    PyOS_AfterFork_Parent();
    if (child < 0) {
      throw support::user_error("no process can be started to draw in: end other programs and try again");
    }
    children.push_back(child);
  }
  bool all_well = true;
  for (const pid_t child : children) {
    int status = 0;
    all_well = waitpid(child, &status, 0) == child && status == 0 && all_well;
  }
  if (!all_well) {
    throw support::user_error("not all figures could be drawn");
  }
}

nlohmann::ordered_json matplotlib::draw(const figure& figure, width width, const std::filesystem::path& stem,
                                        const std::vector<std::string>& formats) {
  const drawing made(figure, width);
  for (const std::string& format : formats) {
    const std::string file = stem.string() + "." + format;
    const auto save = made.canvas().attr("savefig");
    if (format == "pgf") {
      save(file);
    } else if (format == "png") {
      save(file, "metadata"_a = metadata(format, figure),
           "pil_kwargs"_a = py::dict("compress_level"_a = compression));
    } else {
      save(file, "metadata"_a = metadata(format, figure));
    }
  }
  return made.read_back();
}

}  // namespace cqs::plots
