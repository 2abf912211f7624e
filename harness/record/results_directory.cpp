#include "harness/record/results_directory.h"

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <memory>
#include <system_error>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include "support/error.h"

namespace cqs::harness {

results_directory::results_directory(std::filesystem::path path) : _path(std::move(path)) {
  std::error_code error;
  std::filesystem::create_directories(_path, error);
  if (error || !std::filesystem::is_directory(_path)) {
    throw support::user_error(fmt::format("the folder {} cannot be made: {}; name another with --output",
                                          _path.string(),
                                          error ? error.message() : "a file is in its place"));
  }
}

std::filesystem::path results_directory::default_path(const std::filesystem::path& root) {
  char host[256] = "host";
  gethostname(host, sizeof host - 1);
  const std::string name =
      fmt::format("{:%Y-%m-%d-%H%M}-{}", fmt::localtime(std::chrono::system_clock::now()), host);
  std::filesystem::path path = root / name;
  for (int n = 2; std::filesystem::exists(path); ++n) {
    path = root / fmt::format("{}-{}", name, n);
  }
  return path;
}

bool results_directory::has_results(const std::filesystem::path& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path / "results.jsonl", error);
  return std::filesystem::exists(path / "machine.json") || (!error && size > 0);
}

void results_directory::replace(const std::filesystem::path& file, const std::string& text) {
  const std::filesystem::path temporary = file.string() + ".new";
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> out(
      std::fopen(temporary.c_str(), "w"), [](std::FILE* f) { return f == nullptr ? 0 : std::fclose(f); });
  const bool written = out && std::fwrite(text.data(), 1, text.size(), out.get()) == text.size() &&
                       std::fflush(out.get()) == 0 && fsync(fileno(out.get())) == 0 &&
                       std::rename(temporary.c_str(), file.c_str()) == 0;
  if (!written) {
    const int error = errno;
    std::remove(temporary.c_str());
    throw support::user_error(fmt::format("{} cannot be written: {}", file.string(), std::strerror(error)));
  }
}

}  // namespace cqs::harness
