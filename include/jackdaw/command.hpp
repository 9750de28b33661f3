// The command `jackdaw` with parts of your own: pools, memory managers, idle policies, applications.
//
//   add_pool, add_memory, add_idle, add_app, part_description   parts of one's own, by name
//   application, app_options     what an application is, and what may be chosen of it
//   JACKDAW_PLUGIN               begins a shared library for `jackdaw --load FILE`
//   command                      the whole command, for a main of one's own; link jackdaw::command
#pragma once

#include <jackdaw/base/required_language.hpp>
#include <jackdaw/version.hpp>
#include <jackdaw/worker/by_name/added_apps.hpp>
#include <jackdaw/worker/by_name/added_parts.hpp>
#include <jackdaw/worker/by_name/plugin.hpp>

namespace jackdaw {

/// The command `jackdaw` with all its applications, and with what was added. Returns its exit status: 0 done, 1 a
/// result is wrong, 2 refused.
///     void add_mine() { jackdaw::add_pool<my_pool>({.name = "mine", .line = "one list", .source = "lecture 7"}); }
///     int main(int count, char** arguments) { return jackdaw::command(count, arguments, add_mine); }
///
/// Not for a library that the command loads: that needs JACKDAW_PLUGIN alone. `count`, `arguments`: as main() has them.
/// `add` is called first and adds parts; what it throws is a refusal, too. It is not in the headers: link
/// jackdaw::command, of the package jackdaw_command. Cost: as the command's. Threads: the main thread, once at a time.
/// Errors: none is thrown; each is one line on standard error.
[[nodiscard]] int command(int count, char** arguments, void (*add)() = nullptr);

}  // namespace jackdaw

/// Begins the function by which a shared library adds its parts to the command that loads it. Once in a library.
///     JACKDAW_PLUGIN { jackdaw::add_pool<my_pool>({.name = "mine", .line = "one list", .source = "lecture 7"}); }
///
/// Not for a program with a `main` of its own: that hands its parts to command(). The library must not be built with
/// -fvisibility=hidden: its parts would not be found. Threads: the command calls it once, before it does anything else.
/// Errors: what it throws ends the command with one line and exit status 2.
#define JACKDAW_PLUGIN                                                                                  \
  static void jackdaw_plugin_parts();                                                                   \
  extern "C" __attribute__((visibility("default"))) const jackdaw::working::plugin* jackdaw_plugin();   \
  extern "C" const jackdaw::working::plugin* jackdaw_plugin() {                                         \
    static constexpr jackdaw::working::plugin_layout layout{.version = jackdaw::version};               \
    static const jackdaw::working::plugin it{                                                           \
        jackdaw::working::plugin::present_form, layout,                                                 \
        []() -> const void* { return &jackdaw::working::added_parts::here(); }, &jackdaw_plugin_parts}; \
    return &it;                                                                                         \
  }                                                                                                     \
  static void jackdaw_plugin_parts()
