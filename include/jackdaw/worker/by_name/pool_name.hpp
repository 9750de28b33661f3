// The names of pools, with what may follow them: the one reader of such names.
//
//     NAME[:VALUE][:PARAMETER=VALUE]…     dq8   dq8:16   dq8:block=16   dq2:half:lock=spin   dq5:idle=yield
// VALUE alone is that of the first parameter. Each pool has its own parameters
// (pool/parameters/parameter_catalogue.hpp), and all have `idle`.
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <jackdaw/base/never_destroyed.hpp>
#include <jackdaw/pool/parameters/parameter.hpp>
#include <jackdaw/pool/parameters/parameter_catalogue.hpp>
#include <jackdaw/worker/by_name/added_parts.hpp>
#include <jackdaw/worker/by_name/names.hpp>

namespace jackdaw {

namespace working {

/// What the text of a pool's name says.
struct named_pool {
  std::string pool;               ///< of a catalogue, or added
  pool::parameter_values values;  ///< its own, and `idle`

  /// The exact configuration, in a fixed order and with all names: "dq8:block=16".
  [[nodiscard]] std::string text() const { return pool + values.text(); }
  /// Whether it is the pool as it stands in its catalogue, whatever the idle policy is.
  [[nodiscard]] bool is_plain() const noexcept { return !values.any_written_but("idle"); }
};

/// A text that stays as long as the program.
[[nodiscard]] inline std::string_view kept_text(const std::string& text) {
  static std::mutex lock;
  static base::never_destroyed<std::set<std::string>> all;
  const std::lock_guard hold(lock);
  return *all->insert(text).first;
}

}  // namespace working

/// The parameters that a pool takes after its name, the idle policy last; that alone where it has no other.
///     for (const auto& each : pool_parameters("dq8")) std::printf("%s\n", std::string(each.name).c_str());
///
/// Cost: a look at the catalogues. Threads: any. Errors: std::bad_alloc; unknown_name: there is no such pool.
[[nodiscard]] inline std::vector<pool::parameter> pool_parameters(std::string_view pool) {
  std::vector<pool::parameter> all;
  if (const auto* const added = working::added_parts::here().pool(pool)) {
    all = added->about.parameters;
  } else {
    const auto known = pool_names();
    if (std::find(known.begin(), known.end(), pool) == known.end()) throw unknown_name("pool", pool, known);
    const auto catalogued = pool::parameters_of(pool);
    all.assign(catalogued.begin(), catalogued.end());
  }
  std::string policies;
  for (const auto& each : idle_names()) policies += (policies.empty() ? "" : " ") + each;
  all.push_back({"idle", "what a worker without work does: an idle policy", working::kept_text(idle_of(pool)),
                 0, 0, working::kept_text(policies)});
  return all;
}

namespace working {

/// Throws unknown_name for a pool that there is not, and pool::wrong_parameter for what it does not take.
[[nodiscard]] inline named_pool read_pool_name(std::string_view text) {
  named_pool read;
  const std::size_t end = std::min(text.find(':'), text.size());
  read.pool = text.substr(0, end);
  read.values = pool::parameter_values(pool_parameters(read.pool));
  bool is_first = true;
  for (std::string_view rest = text.substr(end); !rest.empty(); is_first = false) {
    rest.remove_prefix(1);  // the colon
    const std::string_view one = rest.substr(0, rest.find(':'));
    rest.remove_prefix(one.size());
    read.values.write(read.pool, one, is_first, &pool::why_absent);
  }
  return read;
}

}  // namespace working

}  // namespace jackdaw
