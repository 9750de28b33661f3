// The factorization by tasks: a task for each panel, which is a column unless asked otherwise (WSL06 section 2.4).
//
// A panel counts the panels that have still to update it. The task that takes the last one puts the panel's
// task. Updates add up in any order, but only one at a time: each panel has a lock, which guards its columns
// and the count.
#pragma once

#include <cstddef>
#include <mutex>
#include <string_view>
#include <vector>

#include <jackdaw/sync/spin_lock.hpp>
#include <jackdaw/worker/by_name/any_scheduler.hpp>

#include "apps/sparse_cholesky/numeric/factor.hpp"

namespace jackdaw::apps::sparse_cholesky {

class task_factorization {
 public:
  explicit task_factorization(factorization& f) : f_(&f), targets_(f.symbolic().panels.size()) {
    for (std::size_t i = 0; i < targets_.size(); ++i) {
      targets_[i].updates_left = f.symbolic().panels[i].updates;
      if (targets_[i].updates_left == 0) leaves_.push_back(static_cast<int>(i));
    }
  }

  /// On all workers. Once. Throws what factorization::compute throws.
  void run(any_scheduler& scheduler) {
    std::vector<leaf_task> shares;
    const std::size_t workers = scheduler.workers();
    for (std::size_t id = 0; id < workers; ++id) {
      const leaf_task share{this, leaves_.size() * id / workers, leaves_.size() * (id + 1) / workers};
      if (share.first != share.last) shares.push_back(share);
    }
    scheduler.run_each(shares);
  }

 private:
  struct panel_task {
    static constexpr std::string_view name = "column";
    task_factorization* in;
    int number;
    void operator()(any_worker& worker) const { in->eliminate(worker, number); }
  };

  /// Of these panels, neighbours in the tree that no other panel updates, it puts all but the first: half by
  /// half, so that they can be stolen, and few are stored at a time.
  struct leaf_task {
    static constexpr std::string_view name = "leaf";
    task_factorization* in;
    std::size_t first, last;
    void operator()(any_worker& worker) const {
      for (std::size_t end = last; end - first > 1;) {
        const std::size_t middle = first + (end - first) / 2;
        worker.put(leaf_task{in, middle, end});
        end = middle;
      }
      in->eliminate(worker, in->leaves_[first]);
    }
  };

  struct target {
    sync::spin_lock mutex;
    int updates_left = 0;
  };

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
  std::vector<int> leaves_;  // panels that wait for no update
};

}  // namespace jackdaw::apps::sparse_cholesky
