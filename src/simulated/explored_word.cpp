#include <jackdaw/simulated/explored_atomic.hpp>

#include "src/simulated/machine.hpp"
#include "src/simulated/order_audit.hpp"

namespace jackdaw::simulated {

namespace {

std::memory_order weakened(const std::source_location& at, order_audit::operation what, std::memory_order how) {
  return order_audit::order_at(at, what, how).value_or(std::memory_order_relaxed);
}

}  // namespace

void explored_word::begin(std::uint64_t value) {
  auto& machine = *explorer::current;
  place_ = &machine.memory().make(this, value, machine.thread());
}

location& explored_word::here(std::uint64_t now) {
  auto& machine = *explorer::current;
  if (place_ == nullptr || place_->exploration != machine.exploration() || place_->object != this)
    place_ = &machine.memory().make(this, now, 0);
  if (!machine.memory().is_published_to(machine.thread(), *place_))
    machine.give_up("an atomic object is used, and nothing orders this behind its construction");
  return *place_;
}

std::uint64_t explored_word::load(std::uint64_t now, order how, const site& at) {
  auto& machine = *explorer::current;
  machine.pass_turn({});
  return machine.memory().load(machine.thread(), here(now), weakened(at, order_audit::load, how));
}

void explored_word::store(std::uint64_t now, std::uint64_t value, order how, const site& at) {
  auto& machine = *explorer::current;
  machine.pass_turn({});
  machine.memory().store(machine.thread(), here(now), value, weakened(at, order_audit::store, how));
}

std::uint64_t explored_word::modify(std::uint64_t now, change made, std::uint64_t operand, order how, const site& at) {
  auto& machine = *explorer::current;
  machine.pass_turn({});
  return machine.memory().modify(machine.thread(), here(now), made, operand, weakened(at, order_audit::modify, how));
}

bool explored_word::compare_exchange(std::uint64_t now, std::uint64_t& expected, std::uint64_t desired, order success,
                                     order failure, bool is_weak, const site& at) {
  auto& machine = *explorer::current;
  machine.pass_turn({});
  return machine.memory().compare_exchange(machine.thread(), here(now), expected, desired,
                                           weakened(at, order_audit::modify, success),
                                           weakened(at, order_audit::failure, failure), is_weak);
}

std::uint64_t explored_word::newest() const noexcept { return place_->stores.back().value; }

void explored_word::show_newest(std::uint64_t now) {
  auto& machine = *explorer::current;
  machine.memory().show_newest(machine.thread(), here(now));
}

}  // namespace jackdaw::simulated
