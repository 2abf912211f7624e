#include <support/fibers/demangle.h>

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <string_view>

namespace cqs::fibers {

namespace {

void remove_all(std::string& text, std::string_view part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at)) {
    text.erase(at, part.size());
  }
}

}  // namespace

std::string demangle(const std::type_info& type) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(type.name(), nullptr, nullptr, &status), &std::free);
  std::string text = status == 0 ? name.get() : type.name();
  for (const char* const noise : {"(anonymous namespace)::", "cqs::check::", "cqs::detail::", "cqs::"}) {
    remove_all(text, noise);
  }
  return text;
}

}  // namespace cqs::fibers
