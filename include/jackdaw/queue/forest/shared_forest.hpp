// A forest vector for one owner and its thieves: small trees private, large ones public under a lock.
//
// Source: HR10 section 3. Callers: its owner push, pop, adopt, revealed; any thief steal; any thread
// looks_empty; push_public while no other thread uses the forest.
//
// Invariants
//   SF-I1  levels below private_length_ are in private_, which only the owner touches; the others are in
//          public_, which is touched under the lock only. private_length_ is written by the owner, under the
//          lock.
//   SF-I2  public_levels_ is the number of occupied public levels; it changes under the lock. So zero, read by
//          the owner without the lock, means empty: only the owner adds.
//   SF-I3  after every operation of the owner: private_length_ is 0, or at least MinPublic public levels were
//          occupied when it last looked. Thieves may lower that number at any time; the owner sees it at its
//          next operation and gives the private levels up, largest first.
// Orderings: the lock's (sync/spin_lock.hpp SL-L1). public_levels_ is a hint to all but its owner, and is relaxed.
// Progress: an operation in the private part is wait-free; all others are blocking.
#pragma once

#include <cstddef>
#include <mutex>
#include <utility>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/queue/forest/forest_vector.hpp>
#include <jackdaw/sync/lock.hpp>

namespace jackdaw::queue {

/// The areas of a forest, as the compiler knows them.
/// `MaxPrivate`: levels that may be private (HR10's MAX_PRIV_LENGTH; 0: everything is public, their atp; 3:
/// their atp2). `MinPublic`: occupied public levels without which nothing is private (MIN_PUB_LENGTH).
template <unsigned MinPublic, unsigned MaxPrivate>
struct fixed_areas {
  static constexpr unsigned least_public = MinPublic;
  static constexpr unsigned most_private = MaxPrivate;
  static constexpr bool hides = MaxPrivate > 0;
};

/// The same numbers, chosen at run time.
struct chosen_areas {
  unsigned least_public = 0;
  unsigned most_private = 0;
  static constexpr bool hides = true;  // they may
};

/// `Areas`: as the two above.
///
/// Decisions where HR10 is vague. pub_length: the paper calls it a length, and wants "enough trees" in the
/// public part; so only levels with a tree count. The areas change in each operation of the owner that
/// takes the lock anyway, and in a private one that finds too few public levels. Thieves change nothing. The
/// private area grows by as many levels as the rule allows. A theft takes from the public part alone: the
/// largest tree of all is there, since private levels lie below public ones.
template <sync::lock Lock, class Areas, unsigned Limit = 2>
class alignas(base::cache_line) shared_forest_with {
 public:
  using forest = forest_vector<Limit>;
  using item_type = typename forest::item_type;

  /// Private levels stay with an owner that is in a long task, although thieves have emptied the public ones. The
  /// owner gives them up only at its next operation (SF-I3).
  static constexpr bool hides = Areas::hides;
  /// How many tasks may stay so where `most_private` levels may be private: those of `Limit` full trees on each.
  [[nodiscard]] static constexpr std::size_t most_hidden_by(unsigned most_private) noexcept {
    std::size_t all = 0;
    for (unsigned level = 0; level < most_private; ++level) all += Limit * forest::tasks_in_tree(level);
    return all;
  }

  /// Before it is used.
  void set_limits(const Areas& areas) noexcept { areas_ = areas; }

  // ---- called by the owner ----

  void push(item_type& item) noexcept {
    if (const unsigned i = private_.first_not_full(); i < private_length_ && enough_is_public()) {
      private_.plant(i, item, i > 0 ? private_.cut(i - 1) : none);
      return;
    }
    const std::lock_guard hold(lock_);
    if (const unsigned i = private_.first_not_full(); i < private_length_) {
      private_.plant(i, item, i > 0 ? private_.cut(i - 1) : none);
    } else {
      plant_in_public(item);
    }
    set_areas();
  }

  /// Null when both parts are empty.
  [[nodiscard]] item_type* pop() noexcept {
    if (!private_.empty() && enough_is_public()) return private_.pop();
    if (private_.empty() && private_length_ == 0 && looks_empty()) return nullptr;  // SF-I2
    const std::lock_guard hold(lock_);
    item_type* const item = private_.empty() ? pop_from_public() : private_.pop();
    set_areas();
    return item;
  }

  /// Stores what hangs below the root of a stolen tree, visible to all. Only while both parts are empty.
  void adopt(const task_tree& tree) noexcept {
    if (tree.level == 0) return;
    const std::lock_guard hold(lock_);
    open_all();
    public_.adopt(tree);
    revealed_ += Limit;
    set_areas();
  }

  /// Makes all trees visible.
  void show_all() noexcept {
    const std::lock_guard hold(lock_);
    open_all();
    show_levels();
  }

  /// How many trees the owner has made visible to thieves, other than by a push, since it last asked.
  [[nodiscard]] unsigned revealed() noexcept { return std::exchange(revealed_, 0); }

  // ---- called by any thread ----

  /// Takes the largest public tree; without a root when there is none. Constant time.
  [[nodiscard]] task_tree steal() noexcept {
    if (looks_empty()) return {};
    const std::lock_guard hold(lock_);
    const task_tree tree = public_.take_largest();
    show_levels();
    return tree;
  }

  [[nodiscard]] bool looks_empty() const noexcept { return public_levels_.load(base::relaxed) == 0; }

  /// Stores a task where all workers see it, on behalf of an owner that has not begun.
  void push_public(item_type& item) noexcept {
    const std::lock_guard hold(lock_);
    open_all();
    public_.push(item);
    show_levels();
  }

 private:
  static constexpr typename forest::level none{};

  [[nodiscard]] bool enough_is_public() const noexcept {
    return public_levels_.load(base::relaxed) >= areas_.least_public;  // SF-I3
  }

  // The rest is called with the lock held, by the owner.

  void plant_in_public(item_type& item) noexcept {
    const unsigned i = public_.first_not_full(private_length_);
    if (i == 0) return public_.plant(i, item, none);
    public_.plant(i, item, i > private_length_ ? public_.cut(i - 1) : private_.cut(i - 1));
  }

  [[nodiscard]] item_type* pop_from_public() noexcept {
    if (public_.empty()) return nullptr;
    const unsigned i = public_.lowest();
    item_type* const item = public_.fell(i);
    if (i == 0) return item;
    (i > private_length_ ? public_ : private_).graft(i - 1, forest::crown_of(*item));
    if (i > private_length_) revealed_ += Limit - 1;  // one tree has become Limit trees
    return item;
  }

  /// Moves the border between the areas to where the two limits want it.
  void set_areas() noexcept {
    while (private_length_ > 0 && public_.occupied_levels() < areas_.least_public) give_up_level();
    while (private_length_ < areas_.most_private && levels_beyond(private_length_) >= areas_.least_public) {
      private_.graft(private_length_, public_.cut(private_length_));
      ++private_length_;
    }
    show_levels();
  }

  void open_all() noexcept {
    while (private_length_ > 0) give_up_level();
  }

  void give_up_level() noexcept {
    --private_length_;
    revealed_ += private_.size_of(private_length_);
    public_.graft(private_length_, private_.cut(private_length_));
  }

  [[nodiscard]] unsigned levels_beyond(unsigned i) const noexcept {
    return public_.occupied_levels() - (public_.size_of(i) != 0 ? 1 : 0);
  }

  void show_levels() noexcept { public_levels_.store(public_.occupied_levels(), base::relaxed); }  // SF-I2

  // The owner's.
  forest private_;
  [[no_unique_address]] Areas areas_;
  unsigned private_length_ = 0;
  unsigned revealed_ = 0;
  // Under the lock.
  alignas(base::cache_line) Lock lock_;
  base::atomic<unsigned> public_levels_{0};
  forest public_;
};

template <sync::lock Lock, unsigned MinPublic, unsigned MaxPrivate, unsigned Limit = 2>
using shared_forest = shared_forest_with<Lock, fixed_areas<MinPublic, MaxPrivate>, Limit>;

}  // namespace jackdaw::queue
