// What the C interface and those of the papers do with a pool. Each call reports errors as `function`, what the program
// has called. The contract of each: jackdaw_<name> in jackdaw.h.
#pragma once

#include <cstddef>
#include <string_view>

#include <jackdaw/jackdaw.h>

namespace jackdaw::c {

jackdaw_status create(std::string_view function, jackdaw_pool** pool, unsigned members, std::size_t item_size,
                      const jackdaw_options* options) noexcept;
jackdaw_status expect(std::string_view function, jackdaw_pool* pool, unsigned count) noexcept;
jackdaw_status team(std::string_view function, jackdaw_pool* pool, unsigned count) noexcept;
jackdaw_status deal(std::string_view function, jackdaw_pool* pool, const void* item) noexcept;
jackdaw_status put(std::string_view function, jackdaw_pool* pool, unsigned me, const void* item) noexcept;
jackdaw_status get(std::string_view function, jackdaw_pool* pool, unsigned me, void* item) noexcept;
jackdaw_status try_get(std::string_view function, jackdaw_pool* pool, unsigned me, void* item) noexcept;

}  // namespace jackdaw::c
