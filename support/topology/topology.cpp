#include "support/topology/topology.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>

#include <fmt/format.h>
#include <hwloc.h>

#include "support/counted.h"
#include "support/error.h"
#include "support/hash.h"

namespace cqs::support {

/// Reads a loaded hwloc topology, then destroys it.
struct topology_reader {
  using handle = std::unique_ptr<hwloc_topology, decltype(&hwloc_topology_destroy)>;

  static handle create() {
    hwloc_topology_t raw = nullptr;
    if (hwloc_topology_init(&raw) != 0) {
      throw std::runtime_error("hwloc cannot begin to read the topology");
    }
    return {raw, &hwloc_topology_destroy};
  }

  static topology read(hwloc_topology_t hwloc) {
    topology result;
    const int depth = hwloc_get_type_depth(hwloc, HWLOC_OBJ_PU);
    hwloc_obj_t core_before = nullptr;
    for (hwloc_obj_t pu = hwloc_get_next_obj_by_depth(hwloc, depth, nullptr); pu != nullptr;
         pu = hwloc_get_next_obj_by_depth(hwloc, depth, pu)) {
      hwloc_obj_t core = ancestor(hwloc, pu, HWLOC_OBJ_CORE);
      const bool same_core = core != pu && core == core_before;
      core_before = core;
      const hwloc_obj_t package = hwloc_get_ancestor_obj_by_type(hwloc, HWLOC_OBJ_PACKAGE, pu);
      const int node = hwloc_bitmap_first(pu->nodeset);
      result._processors.push_back({.os_index = pu->os_index,
                                    .sibling = same_core ? result._processors.back().sibling + 1 : 0,
                                    .core = core->logical_index,
                                    .cache = last_cache(pu)->logical_index,
                                    .node = node < 0 ? 0 : static_cast<unsigned>(node),
                                    .package = package == nullptr ? 0 : package->logical_index});
    }
    result._structure = structure(hwloc);
    result._hash = hash(hwloc);
    return result;
  }

 private:
  static hwloc_obj_t ancestor(hwloc_topology_t hwloc, hwloc_obj_t pu, hwloc_obj_type_t type) {
    const hwloc_obj_t found = hwloc_get_ancestor_obj_by_type(hwloc, type, pu);
    return found == nullptr ? pu : found;
  }

  static hwloc_obj_t last_cache(hwloc_obj_t pu) {
    hwloc_obj_t last = nullptr;
    hwloc_obj_t package = pu;
    for (hwloc_obj_t object = pu; object != nullptr; object = object->parent) {
      if (hwloc_obj_type_is_dcache(object->type) != 0) {
        last = object;
      }
      if (object->type == HWLOC_OBJ_PACKAGE || object->parent == nullptr) {
        package = object;
        break;
      }
    }
    // A cache of a single core forms no group: then the cores share the package.
    return last == nullptr || last->type < HWLOC_OBJ_L3CACHE ? package : last;
  }

  static std::string structure(hwloc_topology_t hwloc) {
    std::string text(4096, '\0');
    const int length = hwloc_topology_export_synthetic(hwloc, text.data(), text.size(), 0);
    text.resize(length < 0 ? 0 : std::min(static_cast<std::size_t>(length), text.size() - 1));
    return text;
  }

  static std::string without_attribute(std::string_view line, std::string_view attribute) {
    std::string text(line);
    const auto begin = text.find(attribute);
    if (begin != std::string::npos) {
      text.erase(begin, text.find('"', begin + attribute.size()) + 1 - begin);
    }
    return text;
  }

  static std::string hash(hwloc_topology_t hwloc) {
    char* buffer = nullptr;
    int length = 0;
    if (hwloc_topology_export_xmlbuffer(hwloc, &buffer, &length, 0) != 0) {
      return "unknown";
    }
    const std::unique_ptr<char, std::function<void(char*)>> owner(
        buffer, [hwloc](char* b) { hwloc_free_xmlbuffer(hwloc, b); });
    // Omits data that changes without the hardware: `info` has the kernel's version and the name of this
    // process, and a hypervisor may change the memory size of a node.
    std::string kept;
    std::string_view rest(buffer);
    while (!rest.empty()) {
      const auto end = std::min(rest.find('\n'), rest.size() - 1) + 1;
      const auto line = rest.substr(0, end);
      if (line.find("<info ") == std::string_view::npos &&
          line.find("<page_type ") == std::string_view::npos) {
        kept += without_attribute(line, " local_memory=\"");
      }
      rest.remove_prefix(end);
    }
    return hash_of(kept);
  }
};

topology topology::of_this_machine() {
  const auto hwloc = topology_reader::create();
  // IS_THISSYSTEM reads the binding even if HWLOC_XMLFILE redirects.
  hwloc_topology_set_flags(hwloc.get(),
                           HWLOC_TOPOLOGY_FLAG_IS_THISSYSTEM | HWLOC_TOPOLOGY_FLAG_RESTRICT_TO_CPUBINDING);
  if (hwloc_topology_load(hwloc.get()) != 0) {
    throw std::runtime_error("hwloc cannot read this machine's topology");
  }
  return topology_reader::read(hwloc.get());
}

topology topology::synthetic(const std::string& description, const std::vector<unsigned>& missing) {
  const auto hwloc = topology_reader::create();
  if (hwloc_topology_set_synthetic(hwloc.get(), description.c_str()) != 0 ||
      hwloc_topology_load(hwloc.get()) != 0) {
    throw user_error(fmt::format(
        "'{}' is not a topology: write it in hwloc's notation, such as 'pack:4 core:18 pu:2'", description));
  }
  if (!missing.empty()) {
    const std::unique_ptr<hwloc_bitmap_s, decltype(&hwloc_bitmap_free)> kept(
        hwloc_bitmap_dup(hwloc_topology_get_topology_cpuset(hwloc.get())), &hwloc_bitmap_free);
    for (const unsigned cpu : missing) {
      hwloc_bitmap_clr(kept.get(), cpu);
    }
    if (hwloc_topology_restrict(hwloc.get(), kept.get(), 0) != 0) {
      throw user_error("a topology needs at least one hardware thread");
    }
  }
  return topology_reader::read(hwloc.get());
}

topology topology::from_xml(const std::string& file) {
  const auto hwloc = topology_reader::create();
  if (hwloc_topology_set_xml(hwloc.get(), file.c_str()) != 0 || hwloc_topology_load(hwloc.get()) != 0) {
    throw user_error(
        fmt::format("'{}' is not a topology that hwloc can read: export one by 'lstopo {}'", file, file));
  }
  return topology_reader::read(hwloc.get());
}

const processor* topology::find(unsigned os_index) const noexcept {
  const auto found = std::ranges::find(_processors, os_index, &processor::os_index);
  return found == _processors.end() ? nullptr : &*found;
}

namespace {

std::size_t distinct(const std::vector<processor>& processors, unsigned processor::*member) {
  std::set<unsigned> values;
  for (const processor& p : processors) {
    values.insert(p.*member);
  }
  return values.size();
}

}  // namespace

std::size_t topology::cores() const noexcept {
  return distinct(_processors, &processor::core);
}
std::size_t topology::caches() const noexcept {
  return distinct(_processors, &processor::cache);
}
std::size_t topology::nodes() const noexcept {
  return distinct(_processors, &processor::node);
}
std::size_t topology::packages() const noexcept {
  return distinct(_processors, &processor::package);
}

std::string topology::summary() const {
  return fmt::format("{}, {}, {}, {}, {}", counted(packages(), "package"), counted(nodes(), "memory node"),
                     counted(caches(), "last-level cache"), counted(cores(), "core"),
                     counted(_processors.size(), "hardware thread"));
}

}  // namespace cqs::support
