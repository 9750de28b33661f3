// What a task waits for, in words.
#pragma once

#include <cstdint>
#include <string>

#include <jackdaw/base/compiled.hpp>

namespace jackdaw::dataflow {

class versions;

[[nodiscard]] std::string handle_text(const versions& of);

[[nodiscard]] std::string version_text(const versions& of, std::uint64_t wanted);

}  // namespace jackdaw::dataflow

#ifndef JACKDAW_COMPILED
#include <jackdaw/flow/version/version_text_impl.hpp>
#endif
