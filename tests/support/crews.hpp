// make_crew, compiled once for the tests that choose crews by name.
#pragma once

#include <cstddef>
#include <memory>

#include <jackdaw/worker/crew/any_crew.hpp>

namespace jackdaw::tests {

/// jackdaw::make_crew.
[[nodiscard]] std::unique_ptr<any_crew> make_crew(unsigned members, std::size_t item_bytes,
                                                  crew_choice choice = {});

}  // namespace jackdaw::tests
