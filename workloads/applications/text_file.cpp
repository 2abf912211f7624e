#include "workloads/applications/text_file.h"

#include <fstream>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace cqs::workloads::applications {

namespace {

constexpr std::size_t number_of_words = 4096;

std::vector<std::string> make_words(std::mt19937& random) {
  std::vector<std::string> words(number_of_words);
  for (std::string& word : words) {
    const std::size_t length = 2 + random() % 8;
    for (std::size_t i = 0; i < length; ++i) {
      word += static_cast<char>('a' + random() % 26);
    }
    word += ' ';
  }
  return words;
}

}  // namespace

void write_text(const std::filesystem::path& file, std::uint64_t bytes) {
  std::mt19937 random(1);  // the same numbers in every standard library
  const auto words = make_words(random);
  std::string text;
  text.reserve(bytes + 16);
  while (text.size() < bytes) {
    // Some words are more frequent than others.
    text += words[(random() % number_of_words) & random()];
  }
  text.resize(bytes);
  std::ofstream stream(file, std::ios::binary);
  stream << text << std::flush;
  if (!stream) {
    throw std::runtime_error("'" + file.string() +
                             "' cannot be written: is the disk full? TMPDIR chooses another");
  }
}

}  // namespace cqs::workloads::applications
