#include <algorithm>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/said_by.hpp>
#include <jackdaw/cluster/pool/pool.hpp>

#include "src/cluster/collective_call.hpp"
#include "src/cluster/inside_task.hpp"
#include "src/cluster/mpi.hpp"
#include "src/cluster/pool/calls.hpp"
#include "src/cluster/pool/engine.hpp"

namespace jackdaw::cluster {

bool detail::look_interval::is_time() noexcept {
  constexpr std::int64_t between_messages = 50'000;  // nanoseconds
  constexpr std::int64_t between_clocks = 10'000;
  const std::int64_t now = base::nanoseconds_now();
  const std::int64_t passed = std::max<std::int64_t>(now - looked_, 1);
  looked_ = now;
  const std::int64_t aim = static_cast<std::int64_t>(tasks_) * between_clocks / passed;
  tasks_ = static_cast<std::uint32_t>(
      std::clamp<std::int64_t>(aim, 1, std::min<std::int64_t>(2 * std::int64_t{tasks_}, 1024)));
  left_ = tasks_;
  if (now - last_ < between_messages) return false;
  last_ = now;
  return true;
}

void detail::pool_state::record(std::string_view task, const std::exception_ptr& thrown,
                                const char* when) noexcept {
  drop(dropping::failed);
  int none = 0;
  if (!recorded.compare_exchange_strong(none, 1, base::relaxed)) return;
  failed_task = task;
  try {
    std::rethrow_exception(thrown);
  } catch (const std::exception& error) {
    std::snprintf(failed_what, sizeof failed_what, "%s%s", when, base::said_by(error));
  } catch (...) {
    std::snprintf(failed_what, sizeof failed_what, "%ssomething that is no std::exception", when);
  }
  recorded.store(2, base::release);  // -> engine::run, which the end of the run orders, too
}

void detail::pool_state::refuse_token() const {
  throw std::logic_error("a token that is not of pool " + std::to_string(pool) +
                         "; expected one that this pool has made before, on all ranks");
}

namespace {

/// Of all pools of the program: the same on all ranks, as they are made together.
std::uint32_t pools_made = 0;

/// All ranks are about to make one. What follows, in MPI, does not compare that.
world& before_pool(world& of) {
  detail::refuse_inside_pool_task("a cluster::pool");
  of.inside().meet({.what = detail::collective_call::begin_pool});
  return of;
}

}  // namespace

pool::pool(world& of)
    : world_(&before_pool(of)),
      state_(std::make_unique<detail::pool_state>(of.rank(), of.ranks(), of.workers(), ++pools_made)),
      engine_(std::make_unique<engine>(of, *state_)) {}

pool::~pool() = default;

const pool_counts& pool::counts() const noexcept { return engine_->counts(); }

void pool::run_with(const std::function<void(jackdaw::worker&)>& begin, bool on_all) {
  engine_->run(begin, on_all);
}

bool pool::survives() const noexcept { return world_->inside().survives; }

void pool::refuse_reduction() const {
  throw failure(
      errc::unsupported, state_->rank,
      "a reduction in a world that survives; expected a type with a serial form, and the operation as the "
      "second argument of reduction_of()");
}

void pool::refuse_operation() const {
  throw failure(
      errc::unsupported, state_->rank,
      "result() with another operation than reduction_of(); expected the same in a world that survives");
}

std::vector<std::vector<std::byte>> pool::results_of(std::uint32_t token, const std::vector<std::byte>& own,
                                                     bool is_reduction) {
  detail::refuse_inside_pool_task("result() of a cluster::pool");
  const auto what = is_reduction ? detail::pool_call::result : detail::pool_call::best;
  auto parts =
      detail::call_together(*world_, detail::call_of(*state_, what, token - state_->first_token), own);
  if (own.empty() &&
      token - state_->first_token >= (is_reduction ? state_->holders.size() : state_->spreading.size()))
    static_cast<void>(state_->place_of(token, 0));  // throws, on all ranks
  return parts;
}

std::uint32_t pool::add_slot(std::shared_ptr<void> holder, void* slot, const std::type_info& type) {
  state_->token_types = detail::mixed(state_->token_types, type.name());
  held_.push_back(std::move(holder));
  state_->holders.push_back(slot);
  state_->partial.push_back(nullptr);
  return state_->first_token + static_cast<std::uint32_t>(state_->holders.size() - 1);
}

std::uint32_t pool::add_partial(const std::shared_ptr<detail::partial_result>& holder, void* slot,
                                const std::type_info& type) {
  const std::uint32_t number = add_slot(holder, slot, type);
  state_->partial.back() = holder.get();
  return number;
}

std::uint32_t pool::add_spreading(const std::shared_ptr<detail::spreading_value>& holder,
                                  const std::type_info& type) {
  state_->token_types = detail::mixed(state_->token_types, type.name());
  held_.push_back(holder);
  state_->spreading.push_back(holder.get());
  return state_->first_token + static_cast<std::uint32_t>(state_->spreading.size() - 1);
}

}  // namespace jackdaw::cluster
