// The functions of worker/options/idle_setting.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

#include <jackdaw/base/characters.hpp>
#include <jackdaw/worker/options/idle_setting.hpp>

namespace jackdaw::working {

JACKDAW_INLINE idle_use idle_setting(idle_use chosen) {
  if (chosen != idle_use::automatic) return chosen;
  const char* const set = std::getenv("JACKDAW_IDLE");
  const std::string_view text = set == nullptr ? "" : set;
  if (text.empty() || text == "balanced") return idle_use::balanced;
  if (text == "latency") return idle_use::latency;
  if (text == "thrifty") return idle_use::thrifty;
  throw std::invalid_argument("environment variable JACKDAW_IDLE is '" + base::visible_name(text) +
                              "'; expected latency, balanced or thrifty");
}

}  // namespace jackdaw::working
