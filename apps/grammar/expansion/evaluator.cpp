#include "apps/grammar/expansion/evaluator.hpp"

#include <array>
#include <cstddef>

#include "apps/grammar/expansion/distributions.hpp"

namespace jackdaw::apps::grammar {

void evaluator::spend(std::uint64_t steps) const {
  if (steps > budget_.left) {
    throw input_error(file_ + ": more than " + std::to_string(budget_.all) +
                      " steps; expected a grammar that ends, or a larger --most");
  }
  budget_.left -= steps;
}

std::int64_t evaluator::value(const expression& of) const {
  spend(of.steps.size());
  std::array<std::int64_t, expression::most_depth> stack;
  std::size_t depth = 0;
  for (const expression::step& step : of.steps) {
    switch (step.what) {
      case expression::operation::number:
        stack[depth++] = step.value;
        break;
      case expression::operation::argument:
        stack[depth++] = given_[static_cast<std::size_t>(step.value)];
        break;
      case expression::operation::variable:
        stack[depth++] = variables_[static_cast<std::size_t>(step.value)];
        break;
      case expression::operation::exponential:
        stack[depth - 1] = drawn(of, step.what, stack[depth - 1], 0);
        break;
      case expression::operation::uniform:
      case expression::operation::normal:
      case expression::operation::lognormal:
        --depth;
        stack[depth - 1] = drawn(of, step.what, stack[depth - 1], stack[depth]);
        break;
      default:
        --depth;
        stack[depth - 1] = applied(of, step.what, stack[depth - 1], stack[depth]);
    }
  }
  return stack[0];
}

std::int64_t evaluator::count(const expression& of, std::int64_t most, const char* what) const {
  const std::int64_t found = value(of);
  if (found < 0 && of.is_drawn()) return 0;
  if (found < 0 || found > most)
    refuse(file_, of.where, std::to_string(found) + " is no " + what, "0 to " + std::to_string(most));
  return found;
}

bool evaluator::holds(const condition& of) const {
  const std::int64_t left = value(of.left);
  const std::int64_t right = value(of.right);
  switch (of.how) {
    case condition::relation::equal:
      return left == right;
    case condition::relation::unequal:
      return left != right;
    case condition::relation::less:
      return left < right;
    case condition::relation::at_most:
      return left <= right;
    case condition::relation::greater:
      return left > right;
    default:
      return left >= right;
  }
}

std::int64_t evaluator::applied(const expression& of, expression::operation what, std::int64_t left,
                                std::int64_t right) const {
  std::int64_t result = 0;
  bool wrong = false;
  switch (what) {
    case expression::operation::add:
      wrong = __builtin_add_overflow(left, right, &result);
      break;
    case expression::operation::subtract:
      wrong = __builtin_sub_overflow(left, right, &result);
      break;
    case expression::operation::multiply:
      wrong = __builtin_mul_overflow(left, right, &result);
      break;
    default:
      if (right == 0) refuse(file_, of.where, "a division by 0", "another divisor");
      if (right == -1) {  // the smallest number has no positive counterpart
        wrong = what == expression::operation::divide && __builtin_sub_overflow(0, left, &result);
      } else {
        result = what == expression::operation::divide ? left / right : left % right;
      }
  }
  if (wrong) refuse(file_, of.where, "the value is too large", "numbers below 2^63");
  return result;
}

std::int64_t evaluator::drawn(const expression& of, expression::operation what, std::int64_t first,
                              std::int64_t second) const {
  if (what == expression::operation::uniform) {
    if (first > second)
      refuse(file_, of.where,
             "uniform(" + std::to_string(first) + ", " + std::to_string(second) + ") is empty",
             "a smaller number, then a larger one");
    return drawn_uniform(draw_, first, second);
  }
  if (what == expression::operation::exponential) {
    if (first < 0)
      refuse(file_, of.where, "exponential(" + std::to_string(first) + ") has no mean",
             "a mean of at least 0");
    return drawn_exponential(draw_, first);
  }
  if (second < 0)
    refuse(file_, of.where, "a deviation of " + std::to_string(second), "a standard deviation of at least 0");
  if (what == expression::operation::normal) return drawn_normal(draw_, first, second);
  if (first < 1)
    refuse(file_, of.where, "lognormal(" + std::to_string(first) + ", …) has no logarithm",
           "a mean of at least 1");
  return drawn_lognormal(draw_, first, second);
}

}  // namespace jackdaw::apps::grammar
