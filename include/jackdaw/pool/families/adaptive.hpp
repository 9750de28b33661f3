// The family of adaptive pools: the more tasks there are, the more a steal moves.
#pragma once

#include <memory>
#include <utility>

#include <jackdaw/base/tally.hpp>
#include <jackdaw/pool/families/victim_order.hpp>
#include <jackdaw/pool/task_pool.hpp>
#include <jackdaw/queue/forest/forest_vector.hpp>
#include <jackdaw/queue/queue.hpp>

namespace jackdaw::pool {

/// Source: HR10 section 3. A worker that has nothing takes the largest tree of the nearest worker that has
/// one. It runs its root and keeps the subtrees, which others may take from it in turn.
/// `Forest`: queue/forest/shared_forest.hpp; its two limits make atp or atp2.
/// `Victims`: pool/families/victim_order.hpp.
/// Decision: an initial task is public whatever the areas are, because its worker may begin late.
/// TP-P1: what a worker puts, and what it keeps of a steal, is in its own forest until it is taken. get() empties that
/// first. Between the theft of a tree and its keeping, its tasks are nowhere to be seen. The thief is busy then,
/// and reports afterwards what it has revealed.
template <class Forest, class Victims = nearest>
class adaptive {
 public:
  using task_type = typename Forest::item_type;
  static constexpr bool balances = true;
  static constexpr bool hides = Forest::hides;
  static constexpr queue::order taken_in = queue::order::any;

  explicit adaptive(unsigned workers) : adaptive(workers, Victims(workers)) {}

  adaptive(unsigned workers, Victims victims)
      : workers_(workers), victims_(std::move(victims)), forests_(std::make_unique<Forest[]>(workers)) {}

  /// With areas that are chosen at run time.
  template <class Limits>
  adaptive(unsigned workers, Victims victims, const Limits& limits) : adaptive(workers, std::move(victims)) {
    for (unsigned id = 0; id < workers; ++id) forests_[id].set_limits(limits);
  }

  void put(unsigned id, task_type& item) noexcept { forests_[id].push(item); }
  void init(unsigned id, task_type& item) noexcept { forests_[id].push_public(item); }

  [[nodiscard]] task_type* get(unsigned id) {
    if (task_type* const own = forests_[id].pop()) return own;
    const base::tally::search searching;
    return victims_.first_of(id, [&](unsigned victim) {
      const queue::task_tree stolen = forests_[victim].steal();
      base::tally::count_steal(victim,
                               stolen.root != nullptr ? Forest::forest::tasks_in_tree(stolen.level) : 0);
      if (stolen.root != nullptr) forests_[id].adopt(stolen);
      return stolen.root;
    });
  }

  [[nodiscard]] unsigned revealed(unsigned id) noexcept { return forests_[id].revealed(); }

  [[nodiscard]] bool retire(unsigned id) noexcept {
    forests_[id].show_all();
    return forests_[id].looks_empty();
  }

  [[nodiscard]] bool looks_empty(unsigned /*id*/) const noexcept {
    return all_workers(workers_, [this](unsigned id) { return forests_[id].looks_empty(); });
  }

 private:
  unsigned workers_;
  Victims victims_;
  std::unique_ptr<Forest[]> forests_;
};

}  // namespace jackdaw::pool
