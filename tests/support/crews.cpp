#include "tests/support/crews.hpp"

#include <utility>

namespace jackdaw::tests {

std::unique_ptr<any_crew> make_crew(unsigned members, std::size_t item_bytes, crew_choice choice) {
  return jackdaw::make_crew(members, item_bytes, std::move(choice));
}

}  // namespace jackdaw::tests
