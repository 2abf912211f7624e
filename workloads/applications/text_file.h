#pragma once

#include <cstdint>
#include <filesystem>

namespace cqs::workloads::applications {

/// Writes a file of random words, always the same ones. It can be compressed about as well as a book.
void write_text(const std::filesystem::path& file, std::uint64_t bytes);

}  // namespace cqs::workloads::applications
