// What a shared library with parts of a user's own shows to the command that loads it: jackdaw --load FILE.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <jackdaw/worker/by_name/added_apps.hpp>
#include <jackdaw/worker/by_name/added_parts.hpp>
#include <jackdaw/worker/by_name/any_scheduler.hpp>

namespace jackdaw::working {

/// What a library and the command must agree about, since both compile it from the headers. Compared number by number.
/// These are constants of the compiler: a function would be the command's own in the library, too.
struct plugin_layout {
  std::int64_t version = 0;  ///< jackdaw::version
  std::int64_t standard_library = sizeof(std::string) * 2 +
#if defined(_GLIBCXX_DEBUG)
                                  1;
#else
                                  0;
#endif
  std::int64_t task = sizeof(any_task);
  std::int64_t worker = sizeof(any_worker);
  std::int64_t scheduler = sizeof(any_scheduler);
  std::int64_t pool = sizeof(pool::any_pool);
  std::int64_t description = sizeof(part_description);
  std::int64_t parts = sizeof(added_parts) + sizeof(added_apps);

  [[nodiscard]] bool operator==(const plugin_layout&) const = default;
};

/// What the function `jackdaw_plugin` of such a library points to. `form` and `layout.version` stay where they are in
/// all versions.
struct plugin {
  static constexpr std::int64_t present_form = 0x6a61636b'00000001;  // "jack", and a number that grows

  std::int64_t form = present_form;
  plugin_layout layout = {};
  const void* (*catalogue)() = nullptr;  ///< where the library finds added_parts
  void (*add)() = nullptr;               ///< adds its parts; may throw
};

}  // namespace jackdaw::working
