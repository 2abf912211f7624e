#include <checker/tool/shell.h>

#include <cstdio>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include <checker/tool/mutants_file.h>

namespace cqs::check {

output run_command(const std::string& command) {
  output result;
  result.status = run_command(command, [&result](const std::string& line) { result.text += line + "\n"; });
  return result;
}

int run_command(const std::string& command, const std::function<void(const std::string&)>& take_line) {
  FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) {
    throw bad_mutant("cannot start a child process");
  }
  std::string line;
  for (int c = 0; (c = std::fgetc(pipe)) != EOF;) {
    if (c != '\n') {
      line += static_cast<char>(c);
      continue;
    }
    take_line(line);
    line.clear();
  }
  if (!line.empty()) {
    take_line(line);
  }
  return pclose(pipe);
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) {
    parts.push_back(part);
  }
  return parts;
}

void write_text(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream stream(file);
  stream << text;
  if (!stream.flush()) {
    throw bad_mutant(fmt::format("cannot write '{}'", file.string()));
  }
}

}  // namespace cqs::check
