#include <iostream>

#include <unistd.h>

#include <jackdaw/command.hpp>

#include "apps/registry.hpp"
#include "cli/command.hpp"

namespace jackdaw {

int command(int count, char** arguments, void (*add)()) {
  return cli::command({arguments + (count > 0 ? 1 : 0), arguments + count},
                      {apps::registry(), std::cout, std::cerr, isatty(STDERR_FILENO) == 1, 2, add});
}

}  // namespace jackdaw
