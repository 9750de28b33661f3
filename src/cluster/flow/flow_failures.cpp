// What has failed in a flow over ranks: it is put together at each wait, and told to all ranks.
#include <algorithm>
#include <cstdint>
#include <exception>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <starpu_mpi.h>

#include <jackdaw/flow/deadlock/flow_error.hpp>

#include "src/cluster/flow/starpu_engine.hpp"

namespace jackdaw::cluster::detail {

// On all ranks the same: those of all ranks, in the order of submission.
void starpu_engine::throw_failures() {
  std::pair<std::vector<failed_task>, std::uint64_t> own;
  {
    const std::lock_guard hold(lock_);
    own = {failures_, skipped_};
  }
  const auto all = world_.gather(own);
  std::vector<std::pair<failed_task, unsigned>> failed;
  std::uint64_t skipped = 0;
  for (unsigned rank = 0; rank < all.size(); ++rank) {
    for (const failed_task& each : all[rank].first) failed.emplace_back(each, rank);
    skipped += all[rank].second;
  }
  if (failed.empty()) return;
  std::ranges::sort(failed);
  forget_failures();
  std::vector<flow_failure> told_to_all;
  for (const auto& [each, rank] : failed)
    told_to_all.push_back(
        {each.second.first, std::make_exception_ptr(failure(errc::task_failed, rank, each.second.second))});
  throw flow_error(std::move(told_to_all), skipped);
}

void starpu_engine::forget_failures() noexcept {
  starpu_mpi_cache_flush_all_data(world_.inside().all);
  starpu_mpi_wait_for_all(world_.inside().all);
  for (const known_object& each : objects_) {
    if (each.handle != nullptr) box_of(each.handle).failed = false;
  }
  const std::lock_guard hold(lock_);
  failures_.clear();
  skipped_ = 0;
}

// In the order of submission, before the tasks that come after it.
void starpu_engine::was_not_made(std::uint32_t object, const std::exception_ptr& thrown) {
  const std::lock_guard hold(lock_);
  failures_.push_back({started_ + waiting_.size(),
                       {"(making handle " + std::to_string(object) + ")", flow_failure{{}, thrown}.what()}});
}

void starpu_engine::did_not_travel(std::uint32_t object, const char* how,
                                   const std::exception_ptr& thrown) noexcept {
  const std::string text =
      thrown == nullptr
          ? "there is no object: it did not arrive when it moved here, or its constructor has thrown"
          : flow_failure{{}, thrown}.what();
  const std::lock_guard hold(lock_);
  failures_.push_back(
      {after_all_tasks, {"(" + std::string(how) + " handle " + std::to_string(object) + ")", text}});
}

}  // namespace jackdaw::cluster::detail
