#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <string_view>
#include <type_traits>

#include "baselines/concepts/description.h"
#include "baselines/platforms/measured.h"

namespace cqs::baselines {

template <class... T>
struct type_list {
  static constexpr std::size_t size = sizeof...(T);

  /// The same types as arguments of another template, such as `testing::Types`.
  template <template <class...> class Template>
  using as = Template<T...>;
};

/// Calls `function.operator()<T>()` for each type of the list, in its order.
template <class... T, class Function>
constexpr void for_each(type_list<T...> /*list*/, Function&& function) {
  (function.template operator()<T>(), ...);
}

namespace detail {

/// A string as an argument of a template.
template <std::size_t Size>
struct text {
  constexpr text(const char (&characters)[Size]) {
    std::copy_n(characters, Size, chars);
  }                                                                          // NOLINT: implicit
  constexpr operator std::string_view() const { return {chars, Size - 1}; }  // NOLINT: implicit

  char chars[Size]{};
};

template <class... Lists>
struct joined;
template <class... T>
struct joined<type_list<T...>> {
  using type = type_list<T...>;
};
template <class... T, class... U, class... Rest>
struct joined<type_list<T...>, type_list<U...>, Rest...> : joined<type_list<T..., U...>, Rest...> {};

}  // namespace detail

struct skipped_implementation {
  std::string_view name;
  std::string_view reason;
};

/// Replaces an implementation in a list if its library is missing.
template <detail::text Name, detail::text Reason>
struct absent {
  static constexpr skipped_implementation skipped{Name, Reason};
};

/// An implementation in a list, under a name that is known even if it cannot be built.
template <detail::text Name, class Implementation>
requires(Implementation::about.name == std::string_view(Name)) using present = Implementation;

/// All implementations of a concept, both built and absent.
template <class... Entries>
class implementations {
  template <class Entry>
  static constexpr bool is_absent = requires {
    Entry::skipped;
  };

  template <class Entry>
  using only_if_built = std::conditional_t<is_absent<Entry>, type_list<>, type_list<Entry>>;

  template <class Entry>
  static constexpr skipped_implementation row() {
    if constexpr (is_absent<Entry>) {
      return Entry::skipped;
    } else {
      return {Entry::about.name, {}};
    }
  }

  static constexpr bool names_are_unique() {
    std::array names{row<Entries>().name...};
    std::ranges::sort(names);
    return std::ranges::adjacent_find(names) == names.end();
  }
  static_assert(names_are_unique());

 public:
  /// A `type_list`, for templates that are instantiated with each type.
  using built = typename detail::joined<type_list<>, only_if_built<Entries>...>::type;

  static constexpr auto skipped = [] {
    std::array<skipped_implementation, sizeof...(Entries) - built::size> result{};
    std::size_t count = 0;
    for (const auto& each : {row<Entries>()...}) {
      if (!each.reason.empty()) {
        result[count++] = each;
      }
    }
    return result;
  }();
};

namespace detail {

template <class List, class... Entries>
struct listed_with;
template <class... T, class... Entries>
struct listed_with<type_list<T...>, Entries...> {
  using type = implementations<T..., Entries...>;
};

}  // namespace detail

/// The portable implementations of a kind, which run on any platform, followed by others.
template <template <platform> class Portable, class... Entries>
struct implementations_with : detail::listed_with<Portable<measured>, Entries...>::type {
  template <platform Platform>
  using portable = Portable<Platform>;
};

namespace detail {

/// Nothing, if no implementation of the kind is portable.
template <class Kind, platform Platform>
struct portable_of {
  using type = type_list<>;
};
template <class Kind, platform Platform>
requires requires {
  typename Kind::template portable<Platform>;
}
struct portable_of<Kind, Platform> {
  using type = typename Kind::template portable<Platform>;
};

}  // namespace detail

/// A kind together with variants of its portable implementations.
template <class Kind, template <platform> class Variants>
struct implementations_and_variants {
  using built = typename detail::joined<typename Kind::built, Variants<measured>>::type;
  static constexpr auto skipped = Kind::skipped;

  template <platform Platform>
  using portable =
      typename detail::joined<typename detail::portable_of<Kind, Platform>::type, Variants<Platform>>::type;
};

namespace detail {

template <class T, class List>
inline constexpr bool is_one_of = false;
template <class T, class... Listed>
inline constexpr bool is_one_of<T, type_list<Listed...>> = (std::same_as<T, Listed> || ...);

}  // namespace detail

/// Whether `T`, an implementation of the kind, makes its futex calls through the platform, which counts them.
template <class T, class Kind>
inline constexpr bool counts_futex_calls =
    detail::is_one_of<T, typename detail::portable_of<Kind, measured>::type>;

/// Only portable implementations.
template <template <platform> class... Types>
struct portable_only {
  using built = type_list<Types<measured>...>;
  static constexpr std::array<skipped_implementation, 0> skipped{};

  template <platform Platform>
  using portable = type_list<Types<Platform>...>;
};

}  // namespace cqs::baselines
