// Whether a difference that a paper found is here, too: the rule.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/app.hpp"
#include "cli/reproduce/replayed/origin.hpp"
#include "cli/reproduce/verdict/ratio_interval.hpp"

namespace jackdaw::cli {

/// How the time of one part is to that of another. as_fast: by less than `least_difference`, which the layout of code
/// and data alone may make.
enum class relation : unsigned char { slower, as_fast, faster };

inline constexpr double least_difference = 0.02;

/// What a ratio of the paper says.
[[nodiscard]] relation relation_of(double ratio);

/// What an interval says: that it lies above, within or below the limits of as_fast. Nothing where it reaches over a
/// limit, or is not there.
[[nodiscard]] std::optional<relation> relation_of(const ratio_interval& here);

/// agrees: the interval here says what the paper says. differs: it says something else. within_noise: it says nothing.
/// too_few_processors: workers shared processors here, which had one each there; so nothing follows. not_claimed: the
/// paper says it of other numbers of workers.
enum class verdict : unsigned char { agrees, differs, within_noise, too_few_processors, not_claimed };

[[nodiscard]] verdict verdict_of(relation there, const std::optional<relation>& here);
[[nodiscard]] std::string_view text(verdict which);

/// A row with its verdict.
struct judged_ratio {
  ratio_interval here;
  relation there = relation::as_fast;
  bool has_processors = true;  ///< one for each worker, as there
  bool is_claimed = true;      ///< by the paper, of so many workers
  [[nodiscard]] verdict says() const {
    if (!is_claimed) return verdict::not_claimed;
    return has_processors ? verdict_of(there, relation_of(here)) : verdict::too_few_processors;
  }
};

/// "1.07", "1.02 to 1.11", "-" without one.
[[nodiscard]] std::string middle_text(const ratio_interval& of);
[[nodiscard]] std::string interval_text(const ratio_interval& of);

/// "3 of 5 agree, 1 differs, 1 within the noise". What the paper does not claim is none of the five.
[[nodiscard]] std::string count_text(const std::vector<verdict>& all);

/// The rule in one line. `rounds`: how many there were.
[[nodiscard]] std::string rule_text(std::size_t rounds);

/// "agrees", and of a replay "agrees (replay)".
[[nodiscard]] std::string text(verdict which, origin from);

/// {"ratio", "low", "high", "verdict"}.
[[nodiscard]] apps::json to_json(const judged_ratio& of, origin from = origin::measured);

}  // namespace jackdaw::cli
