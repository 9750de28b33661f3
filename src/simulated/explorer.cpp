#include <exception>
#include <memory>
#include <utility>

#include <jackdaw/simulated/explorer.hpp>

#include "src/simulated/choices.hpp"
#include "src/simulated/machine.hpp"
#include "src/simulated/order_audit.hpp"

namespace jackdaw::simulated {

void explorer::run(std::uint64_t seed, bodies threads, std::uint64_t steps) {
  choices ways(seed);
  auto instance = std::make_unique<machine>(ways, steps, 0);
  if (const std::exception_ptr failure = instance->run(std::move(threads))) {
    static_cast<void>(instance.release());  // its threads stand somewhere
    std::rethrow_exception(failure);
  }
}

std::uint64_t explorer::run_all(const bounds& within, const std::function<bodies()>& make,
                                const std::function<void()>& after) {
  choices ways = choices::systematic();
  std::uint64_t executions = 0;
  do {
    auto instance = std::make_unique<machine>(ways, most_steps, within.preemptions);
    if (const std::exception_ptr failure = instance->run(make())) {
      static_cast<void>(instance.release());
      std::rethrow_exception(failure);
    }
    after();
    if (++executions == within.executions) throw failed("more executions than allowed");
  } while (ways.next_execution());
  return executions;
}

void explorer::begin_case(const char* name) { order_audit::begin_case(name); }

void explorer::step() {
  if (current_machine != nullptr) current_machine->pass_turn({});
}

void explorer::pause() {
  if (current_machine != nullptr) current_machine->pause();
}

void explorer::block_until(const std::function<bool()>& condition) {
  if (current_machine != nullptr) current_machine->pass_turn(condition);
}

bool explorer::sleep(const void* place, sleep_end end) {
  return current_machine != nullptr && current_machine->fall_asleep(place, end);
}

void explorer::wake(const void* place, int count) {
  if (current_machine != nullptr) current_machine->wake_at(place, count);
}

void explorer::fail(const std::string& why) {
  if (current_machine != nullptr) current_machine->give_up(why);
  throw failed(why);
}

void explorer::fence(std::memory_order order, const std::source_location& site) {
  if (current_machine == nullptr) return;
  const auto tried = order_audit::order_at(site, order_audit::fence, order);
  current_machine->pass_turn({});
  if (tried) current_machine->memory().fence(current_machine->thread(), *tried);
}

void explorer::compiler_fence(const std::source_location& site) noexcept {
  if (current_machine == nullptr) return;
  if (order_audit::order_at(site, order_audit::compiler_fence, std::memory_order_seq_cst))
    current_machine->memory().keep_order(current_machine->thread());
}

void explorer::fence_all(const std::source_location& site) {
  if (current_machine == nullptr) return;
  const auto tried = order_audit::order_at(site, order_audit::fence_of_all, std::memory_order_seq_cst);
  current_machine->pass_turn({});
  if (tried) current_machine->fence_all(*tried != std::memory_order_seq_cst);
}

}  // namespace jackdaw::simulated
