// The functions of flow/version/version_text.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <cstdio>
#include <string>

#include <jackdaw/base/characters.hpp>
#include <jackdaw/flow/version/version_text.hpp>
#include <jackdaw/flow/version/versions.hpp>
#include <jackdaw/observe/names/data_names.hpp>

namespace jackdaw::dataflow {

JACKDAW_INLINE std::string handle_text(const versions& of) {
  if (const std::string name = observe::data_names::copy_of(of.name_number()); !name.empty())
    return "handle '" + base::visible_name(name) + '\'';
  char where[48];
  std::snprintf(where, sizeof where, "the handle at %p", static_cast<const void*>(&of));
  return where;
}

JACKDAW_INLINE std::string version_text(const versions& of, std::uint64_t wanted) {
  return "version " + std::to_string(wanted) + " of " + handle_text(of) + ", which is at " +
         std::to_string(of.version());
}

}  // namespace jackdaw::dataflow
