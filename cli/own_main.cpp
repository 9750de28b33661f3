#include <algorithm>
#include <filesystem>
#include <iostream>
#include <string>
#include <system_error>

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <jackdaw/command.hpp>

#include "apps/registry.hpp"
#include "cli/command.hpp"

namespace jackdaw {

namespace {

constexpr rlim_t least_stack =
    rlim_t{512} * 1024;  // twice as much as all applications need, and pages, and pictures

/// Raises a smaller limit where that is allowed, for this thread and for those that come: beyond it a program ends by a
/// signal. False where it is not.
bool has_stack() {
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= least_stack) return true;
  if (limit.rlim_max < least_stack) return false;
  constexpr rlim_t usual = rlim_t{8} * 1024 * 1024;
  limit.rlim_cur = std::min(limit.rlim_max, usual);
  if (setrlimit(RLIMIT_STACK, &limit) != 0) return false;
  pthread_attr_t attributes;
  if (pthread_getattr_default_np(&attributes) != 0) return false;
  const bool is_set = pthread_attr_setstacksize(&attributes, limit.rlim_cur) == 0 &&
                      pthread_setattr_default_np(&attributes) == 0;
  pthread_attr_destroy(&attributes);
  return is_set;
}

/// Empty where /proc does not say.
std::string own_program() {
  std::error_code unknown;
  return std::filesystem::read_symlink("/proc/self/exe", unknown).string();
}

}  // namespace

int command(int count, char** arguments, void (*add)()) {
  if (!has_stack()) {
    std::cerr << "jackdaw: the limit of the stack is too low; expected " << least_stack / 1024
              << " KiB at least (ulimit -s)\n";
    return cli::refused;
  }
  return cli::command(
      {arguments + (count > 0 ? 1 : 0), arguments + count},
      {apps::registry(), std::cout, std::cerr, isatty(STDERR_FILENO) == 1, 2, add, own_program()});
}

}  // namespace jackdaw
