#include <jackdaw/simulated/explored_atomic.hpp>
#include <jackdaw/simulated/explored_atomic_ref.hpp>

#include "src/simulated/machine.hpp"
#include "src/simulated/order_audit.hpp"

namespace jackdaw::simulated {

namespace {

std::memory_order weakened(const std::source_location& at, order_audit::operation what,
                           std::memory_order how) {
  return order_audit::order_at(at, what, how).value_or(std::memory_order_relaxed);
}

}  // namespace

void explored_word::begin(std::uint64_t value) {
  auto& running = *current_machine;
  place_ = &running.memory().make(this, value, running.thread());
}

location& explored_word::here(std::uint64_t now) {
  auto& running = *current_machine;
  if (place_ == nullptr || place_->exploration != running.exploration() || place_->object != this)
    place_ = &running.memory().make(this, now, 0);
  if (!running.memory().is_published_to(running.thread(), *place_))
    running.give_up("an atomic object is used, and nothing orders this behind its construction");
  return *place_;
}

std::uint64_t explored_word::load(std::uint64_t now, order how, const site& at) {
  auto& running = *current_machine;
  running.pass_turn({});
  return running.memory().load(running.thread(), here(now), weakened(at, order_audit::load, how));
}

void explored_word::store(std::uint64_t now, std::uint64_t value, order how, const site& at) {
  auto& running = *current_machine;
  running.pass_turn({});
  running.note_store();
  running.memory().store(running.thread(), here(now), value, weakened(at, order_audit::store, how));
}

std::uint64_t explored_word::modify(std::uint64_t now, change made, std::uint64_t operand, order how,
                                    const site& at) {
  auto& running = *current_machine;
  running.pass_turn({});
  running.note_store();
  return running.memory().modify(running.thread(), here(now), made, operand,
                                 weakened(at, order_audit::modify, how));
}

bool explored_word::compare_exchange(std::uint64_t now, std::uint64_t& expected, std::uint64_t desired,
                                     order success, order failure, bool is_weak, const site& at) {
  auto& running = *current_machine;
  running.pass_turn({});
  running.note_store();
  const order on_success = weakened(at, order_audit::modify, success);
  const order on_failure = failure != as_success          ? weakened(at, order_audit::failure, failure)
                           : on_success == order::acq_rel ? order::acquire
                           : on_success == order::release ? order::relaxed
                                                          : on_success;
  return running.memory().compare_exchange(running.thread(), here(now), expected, desired, on_success,
                                           on_failure, is_weak);
}

std::uint64_t explored_word::newest() const noexcept { return place_->stores.back().value; }

void explored_word::show_newest(std::uint64_t now) {
  auto& running = *current_machine;
  running.memory().show_newest(running.thread(), here(now));
}

std::uint64_t explored_word::look_by_kernel(std::uint64_t now) {
  auto& running = *current_machine;
  return running.memory().look_by_kernel(running.thread(), here(now));
}

void explored_word::tell_kernel(std::uint64_t now) {
  auto& running = *current_machine;
  running.memory().tell_kernel(running.thread(), here(now));
}

void explored_word::show_told(std::uint64_t now) {
  auto& running = *current_machine;
  running.memory().show_told(running.thread(), here(now));
}

std::uint64_t explored_place::load(std::uint64_t* object, std::memory_order how,
                                   const std::source_location& at) {
  auto* const here = current_machine;
  if (here == nullptr) return *object;
  here->pass_turn({});
  location& place = here->place_of(object);
  here->note_access(
      {reinterpret_cast<std::uintptr_t>(object), sizeof *object, false, true, at.file_name(), at.line()});
  return here->memory().load(here->thread(), place, weakened(at, order_audit::load, how));
}

void explored_place::store(std::uint64_t* object, std::uint64_t value, std::memory_order how,
                           const std::source_location& at) {
  auto* const here = current_machine;
  if (here == nullptr) {
    *object = value;
    return;
  }
  here->pass_turn({});
  here->note_store();
  location& place = here->place_of(object);
  here->note_access(
      {reinterpret_cast<std::uintptr_t>(object), sizeof *object, true, true, at.file_name(), at.line()});
  here->memory().store(here->thread(), place, value, weakened(at, order_audit::store, how));
  *object = place.stores.back().value;
}

}  // namespace jackdaw::simulated
