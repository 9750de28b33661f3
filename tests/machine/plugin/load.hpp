// Loading the plugin, using it, and letting it go; knows nothing of Jackdaw.
#pragma once

#include <cstdio>
#include <cstdlib>

#include <dlfcn.h>

/// The function `name` of a loaded plugin; ends the program where there is none.
template <class Function>
Function* function_of(void* plugin, const char* name) {
  void* const found = dlsym(plugin, name);
  if (found == nullptr) {
    std::fprintf(stderr, "%s is not in the plugin\n", name);
    std::exit(1);
  }
  return reinterpret_cast<Function*>(found);
}

/// Loads `file`, calls `use(plugin)`, and closes it. False when something of that fails.
template <class Use>
bool with_plugin(const char* file, Use&& use) {
  void* const plugin = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (plugin == nullptr) {
    std::fprintf(stderr, "%s\n", dlerror());
    return false;
  }
  const bool well = function_of<int(int)>(plugin, "plugin_own")(100) == 100 &&
                    function_of<int(int)>(plugin, "plugin_join")(21) == 42 &&
                    function_of<int()>(plugin, "plugin_throws")() == 1 && use(plugin);
  return dlclose(plugin) == 0 && well;
}
