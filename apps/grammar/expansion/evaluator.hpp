// Values of expressions and conditions for one task.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <jackdaw/base/random.hpp>

#include "apps/grammar/language/model.hpp"

namespace jackdaw::apps::grammar {

/// How many steps may still be made: an action, a repetition, an operation of an expression is one, so that what expands to
/// nothing counts, too.
struct step_budget {
  std::uint64_t left = UINT64_MAX;
  std::uint64_t all = UINT64_MAX;  ///< there were
};

class evaluator {
 public:
  /// `variables`: the shared ones, as they are now. Everything outlives the evaluator.
  evaluator(const std::string& file, const argument_values& given, const std::vector<std::int64_t>& variables,
            base::random& draw, step_budget& budget)
      : file_(file), given_(given), variables_(variables), draw_(draw), budget_(budget) {}

  /// So many steps are made. Throws input_error when there are not so many left.
  void spend(std::uint64_t steps) const;

  /// Throws input_error: a division by 0, a value from 2^63 on, a distribution that there is not.
  [[nodiscard]] std::int64_t value(const expression& of) const;

  /// The same, for what cannot be negative: then what was drawn below 0 is 0.
  [[nodiscard]] std::int64_t count(const expression& of, std::int64_t most, const char* what) const;

  [[nodiscard]] bool holds(const condition& of) const;

 private:
  [[nodiscard]] std::int64_t applied(const expression& of, expression::operation what, std::int64_t left,
                                     std::int64_t right) const;
  [[nodiscard]] std::int64_t drawn(const expression& of, expression::operation what, std::int64_t first,
                                   std::int64_t second) const;

  const std::string& file_;
  const argument_values& given_;
  const std::vector<std::int64_t>& variables_;
  base::random& draw_;
  step_budget& budget_;
};

}  // namespace jackdaw::apps::grammar
