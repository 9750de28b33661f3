#include "apps/support/options/count_option.hpp"

#include <cstdint>

#include <unistd.h>

#include "apps/support/options/number.hpp"
#include "apps/support/text/input_error.hpp"

namespace jackdaw::apps {

std::size_t parse_count(std::string_view option, const std::string& text, std::size_t most) {
  return whole_number(option, text, std::uint64_t{1}, std::uint64_t{most});
}

void require_memory(std::string_view what, std::size_t count, std::size_t bytes) {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page <= 0) return;
  const double memory = static_cast<double>(pages) * static_cast<double>(page);
  const auto most = static_cast<std::size_t>(memory / (3 * static_cast<double>(bytes)));
  if (count <= most) return;
  throw input_error(std::string(what) + ": " + std::to_string(count) +
                    " elements do not fit into this machine's memory three times; expected at most " +
                    std::to_string(most));
}

}  // namespace jackdaw::apps
