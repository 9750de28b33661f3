#include "cli/added/plugins.hpp"

#include <cstddef>
#include <exception>
#include <map>
#include <mutex>
#include <set>

#include <dlfcn.h>

#include <jackdaw/base/said_by.hpp>
#include <jackdaw/version.hpp>
#include <jackdaw/worker/by_name/added_parts.hpp>
#include <jackdaw/worker/by_name/plugin.hpp>

#include "apps/support/options/missing_value.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"
#include "cli/added/elf_file.hpp"

namespace jackdaw::cli {

namespace {

std::string in_words(std::int64_t version) {
  return std::to_string(version / 1'00'00) + "." + std::to_string(version / 1'00 % 100) + "." +
         std::to_string(version % 100);
}

/// What is wrong with a plugin, or an empty text.
std::string objection(const working::plugin* shown) {
  if (shown == nullptr || shown->form != working::plugin::present_form)
    return "its function jackdaw_plugin is none of Jackdaw " + in_words(version) +
           "; expected one that begins with JACKDAW_PLUGIN";
  if (shown->layout.version != version)
    return "it was built for Jackdaw " + in_words(shown->layout.version) + "; expected " + in_words(version);
  if (shown->layout != working::plugin_layout{.version = version})
    return "types have other sizes in it than here; expected the compiler options of this command";
  if (shown->catalogue() != &working::added_parts::here())
    return "its symbols are hidden, or those of the command are; expected a library without "
           "-fvisibility=hidden, and a "
           "program that exports its symbols";
  return "";
}

/// Files by applications of theirs.
struct origins {
  std::mutex lock;
  std::map<const working::added_app*, std::string> files;

  static origins& here() {
    static origins all;
    return all;
  }
};

}  // namespace

std::vector<std::string> take_plugins(std::vector<std::string>& arguments) {
  const std::string option = "--load";
  std::vector<std::string> files;
  std::vector<std::string> rest;
  bool ours = true;
  bool chosen = false;  // the subcommand
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (ours && (word == option || word.starts_with(option + "="))) {
      const bool joined = word != option;
      if (!joined && (++i == arguments.size() || arguments[i].starts_with("--")))
        throw apps::input_error(apps::missing_value(option));
      files.push_back(joined ? word.substr(option.size() + 1) : arguments[i]);
      if (files.back().empty()) throw apps::input_error(option + " \"\": expected a file");
      continue;
    }
    if (word == "--" || (!chosen && word == "cluster")) ours = false;
    chosen = chosen || !word.starts_with("-");
    rest.push_back(word);
  }
  arguments = std::move(rest);
  return files;
}

void load_plugin(const std::string& file) {
  static std::mutex lock;
  static std::set<void*> loaded;
  const std::lock_guard hold(lock);
  const auto refuse = [&](const std::string& why) {
    throw apps::input_error("--load " + apps::quoted(file, 160) + ": " + why);
  };
  const std::string path = file.find('/') == std::string::npos ? "./" + file : file;
  const std::string expected = "); expected a shared library with JACKDAW_PLUGIN (jackdaw/command.hpp)";
  if (const std::string why = missing_end(path); !why.empty())
    refuse("cannot be loaded (cut off: " + why + expected);
  // Not RTLD_GLOBAL: of two libraries that both have a class my_pool each shall have its own. The catalogues are the
  // program's for both.
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* const why = dlerror();
    refuse("cannot be loaded (" + apps::quoted(why == nullptr ? "unknown reason" : why, 400) + expected);
  }
  if (loaded.contains(library)) return;
  using entry = const working::plugin* (*)();
  const auto show = reinterpret_cast<entry>(dlsym(library, "jackdaw_plugin"));
  if (show == nullptr)
    refuse("it has no function jackdaw_plugin; expected a library with JACKDAW_PLUGIN (jackdaw/command.hpp)");
  const std::size_t before = working::added_apps::here().all().size();
  try {
    const working::plugin* const shown = show();
    if (const std::string why = objection(shown); !why.empty()) refuse(why);
    shown->add();
  } catch (const apps::input_error&) { throw; } catch (const std::exception& error) {
    refuse(base::said_by(error));
  } catch (...) { refuse("it threw something that is not a std::exception"); }
  loaded.insert(library);
  const std::vector<const working::added_app*> apps = working::added_apps::here().all();
  const std::lock_guard noting(origins::here().lock);
  for (std::size_t i = before; i < apps.size(); ++i) origins::here().files[apps[i]] = file;
}

std::string plugin_of(const working::added_app& app) {
  const std::lock_guard hold(origins::here().lock);
  const auto found = origins::here().files.find(&app);
  return found == origins::here().files.end() ? "" : found->second;
}

}  // namespace jackdaw::cli
