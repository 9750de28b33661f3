// The factorization by tasks: a task for each panel, which is a column unless asked otherwise (WSL06 section 2.4).
//
// A panel counts the panels that have still to update it. Whoever takes the last one puts its task. Updates
// add up in any order, but only one at a time: each panel has a lock, which guards its columns and the count.
#pragma once

#include <cstddef>
#include <mutex>
#include <string_view>
#include <vector>

#include <jackdaw/sync/spin_lock.hpp>
#include <jackdaw/worker/any_scheduler.hpp>

#include "apps/sparse_cholesky/factor.hpp"

namespace jackdaw::apps::sparse_cholesky {

class task_factorization {
 public:
  explicit task_factorization(factorization& f) : f_(&f), targets_(f.symbolic().panels.size()) {
    for (std::size_t i = 0; i < targets_.size(); ++i)
      targets_[i].updates_left = f.symbolic().panels[i].updates;
  }

  /// On all workers. Once. Throws what factorization::compute throws.
  void run(any_scheduler& scheduler) {
    std::vector<panel_task> leaves;
    for (std::size_t i = 0; i < targets_.size(); ++i)
      if (targets_[i].updates_left == 0) leaves.push_back({this, static_cast<int>(i)});
    scheduler.run_each(dealt(leaves, scheduler.workers()));
  }

 private:
  struct panel_task {
    static constexpr std::string_view name = "column";
    task_factorization* in;
    int number;
    void operator()(any_worker& worker) const { in->eliminate(worker, number); }
  };

  struct target {
    sync::spin_lock mutex;
    int updates_left = 0;
  };

  /// Initial tasks are dealt to the workers in turn: in this order each gets neighbours in the tree.
  static std::vector<panel_task> dealt(const std::vector<panel_task>& leaves, unsigned workers) {
    std::vector<panel_task> order;
    order.reserve(leaves.size());
    const std::size_t share = (leaves.size() + workers - 1) / workers;
    for (std::size_t i = 0; i < share; ++i)
      for (std::size_t first = 0; first + i < leaves.size(); first += share)
        order.push_back(leaves[first + i]);
    return order;
  }

  void eliminate(any_worker& worker, int number) {
    const panel& p = f_->symbolic().panels[static_cast<std::size_t>(number)];
    f_->compute(p);
    f_->update(p, [&](int at, const auto& apply) {
      target& updated = targets_[static_cast<std::size_t>(at)];
      bool is_ready = false;
      {
        const std::lock_guard hold(updated.mutex);
        apply();
        is_ready = --updated.updates_left == 0;
      }
      if (is_ready) worker.put(panel_task{this, at});
    });
  }

  factorization* f_;
  std::vector<target> targets_;
};

}  // namespace jackdaw::apps::sparse_cholesky
