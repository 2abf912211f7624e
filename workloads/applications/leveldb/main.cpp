// cqs-leveldb FOLDER THREADS OPERATIONS SEED: each thread reads and writes random keys of a new database. Nine of ten
// operations read. Prints the time of all of them.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <exception>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <leveldb/db.h>

namespace {

constexpr std::uint64_t keys = 10'000;

std::string key_of(std::uint64_t number) {
  std::string digits = std::to_string(number);
  return std::string(16 - digits.size(), '0') + digits;
}

void require(const leveldb::Status& status) {
  if (!status.ok()) {
    throw std::runtime_error(status.ToString());
  }
}

std::unique_ptr<leveldb::DB> make_database(const std::string& folder) {
  leveldb::Options options;
  options.create_if_missing = true;
  options.error_if_exists = true;
  leveldb::DB* opened = nullptr;
  require(leveldb::DB::Open(options, folder, &opened));
  std::unique_ptr<leveldb::DB> database(opened);
  for (std::uint64_t i = 0; i < keys; ++i) {
    require(database->Put({}, key_of(i), std::string(100, 'v')));
  }
  return database;
}

void use(leveldb::DB& database, std::uint64_t operations, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::string value(100, 'w');
  std::string found;
  for (std::uint64_t i = 0; i < operations; ++i) {
    const std::string key = key_of(random() % keys);
    if (random() % 10 == 0) {
      require(database.Put({}, key, value));
    } else {
      require(database.Get({}, key, &found));
    }
  }
}

/// Returns the seconds from the start of the first thread to the end of the last one.
double measure(leveldb::DB& database, std::uint64_t threads, std::uint64_t operations, std::uint64_t seed) {
  std::atomic<bool> go = false;
  std::vector<std::exception_ptr> errors(threads);
  std::vector<std::jthread> team;
  for (std::uint64_t i = 0; i < threads; ++i) {
    team.emplace_back([&, i] {
      go.wait(false);
      try {
        use(database, operations, seed * 1000 + i);
      } catch (...) {
        errors[i] = std::current_exception();
      }
    });
  }
  const auto begin = std::chrono::steady_clock::now();
  go = true;
  go.notify_all();
  team.clear();
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  for (const std::exception_ptr& error : errors) {
    if (error) {
      std::rethrow_exception(error);
    }
  }
  return taken.count();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "Usage: cqs-leveldb FOLDER THREADS OPERATIONS SEED\n");
    return 2;
  }
  try {
    const auto database = make_database(argv[1]);
    const double seconds =
        measure(*database, std::stoull(argv[2]), std::stoull(argv[3]), std::stoull(argv[4]));
    std::printf("time: %.6f\n", seconds);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "cqs-leveldb: %s\n", e.what());
    return 1;
  }
}
