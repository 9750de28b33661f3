#include <iostream>

#include <unistd.h>

#include "apps/registry.hpp"
#include "cli/command.hpp"

int main(int count, char** arguments) {
  return jackdaw::cli::command({arguments + (count > 0 ? 1 : 0), arguments + count},
                               {jackdaw::apps::registry(), std::cout, std::cerr, isatty(STDERR_FILENO) == 1});
}
