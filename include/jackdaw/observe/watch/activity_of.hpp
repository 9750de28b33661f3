// Which schedulers have an observe::activity, without the header of that.
#pragma once

#include <concepts>

namespace jackdaw::observe {

class activity;

/// A scheduler whose observer is an activity, or may turn out to be one.
template <class Scheduler>
inline constexpr bool is_activity_of = requires(Scheduler& s) {
  { s.observer() } -> std::same_as<activity&>;
};
template <class Scheduler>
inline constexpr bool may_borrow_activity = requires(Scheduler& s) {
  { s.observer().template as<activity>() } -> std::same_as<activity*>;
};
template <class Scheduler>
inline constexpr bool may_have_activity =
    is_activity_of<Scheduler> || may_borrow_activity<Scheduler> || requires(Scheduler& s) {
      { s.template observer<activity>() } -> std::same_as<activity*>;
    };

/// It; null where the scheduler has another observer, or none.
template <class Scheduler>
  requires may_have_activity<Scheduler>
[[nodiscard]] activity* activity_of(Scheduler& on) noexcept {
  if constexpr (is_activity_of<Scheduler>) {
    return &on.observer();
  } else if constexpr (may_borrow_activity<Scheduler>) {
    return on.observer().template as<activity>();
  } else {
    return on.template observer<activity>();
  }
}

}  // namespace jackdaw::observe
