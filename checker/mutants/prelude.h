#pragma once

// What every scenario includes and no seeded bug changes: compiled once, before the mutants.

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <concepts>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <checker/history/fifo.h>
#include <checker/history/linearizability.h>
#include <checker/registry.h>
