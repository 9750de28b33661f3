#include "apps/support/system/loaded_library.hpp"

#include <cstdlib>
#include <utility>

#include <dlfcn.h>

#include "apps/support/text/input_error.hpp"

namespace jackdaw::apps {

loaded_library::loaded_library(std::string name, std::string package)
    : name_(std::move(name)), package_(std::move(package)), handle_(nullptr) {
  setenv("OPENBLAS_NUM_THREADS", "1", 1);  // which OpenBLAS reads when it is loaded
  handle_ = dlopen(name_.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle_ == nullptr) refuse(dlerror());
}

void* loaded_library::address_of(const char* function_name) const {
  void* const found = dlsym(handle_, function_name);
  if (found == nullptr) refuse(dlerror());
  return found;
}

void loaded_library::refuse(const char* why) const {
  const std::string reason = why == nullptr ? "unknown reason" : why;
  const bool is_missing = reason.find("No such file") != std::string::npos;
  throw input_error(name_ + ": cannot be loaded (" + reason + "); expected " +
                    (is_missing ? "" : "room for it (ulimit -v and -n), or a whole one: ") + "the package " +
                    package_);
}

}  // namespace jackdaw::apps
