#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include <checker/mutation/verdict.h>

namespace cqs::check::mutate {

/// Verdicts of earlier runs, by the mutation and by what the verdict depends on.
class verdict_cache {
 public:
  explicit verdict_cache(std::filesystem::path file);

  /// The stored verdict, if its scope is still `scope_of(scenario)`; for a survivor `scope_of("")`.
  template <class ScopeOf>
  std::optional<verdict> find(const std::string& key, ScopeOf scope_of) const {
    const auto found = _stored.find(key);
    if (found == _stored.end() || found->second.scope != scope_of(found->second.what.scenario)) {
      return std::nullopt;
    }
    return found->second.what;
  }

  void add(const std::string& key, const std::string& scope, const verdict& what);

 private:
  struct stored {
    std::string scope;
    verdict what;
  };

  std::filesystem::path _file;
  std::map<std::string, stored> _stored;
};

}  // namespace cqs::check::mutate
