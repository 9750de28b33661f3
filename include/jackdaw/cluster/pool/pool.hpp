// Irregular tasks over ranks: tasks that put tasks, and move to where workers have none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/cluster/pool/partial_result.hpp>
#include <jackdaw/cluster/pool/pool_counts.hpp>
#include <jackdaw/cluster/pool/pool_state.hpp>
#include <jackdaw/cluster/pool/tokens.hpp>
#include <jackdaw/cluster/pool/worker.hpp>
#include <jackdaw/cluster/world.hpp>

namespace jackdaw::cluster {

/// Tasks over all ranks of a world. A task is a value: it holds no pointers, and has a serial form. Within a rank the
/// default scheduler's pool balances. A rank without work asks others at random, then waits on its lifelines for some
/// (Saraswat et al., PPoPP 2011). What it gets are the oldest tasks of a rank's deques.
///     struct visit {
///       node at;
///       cluster::reduction<long> nodes;
///       void operator()(cluster::worker& worker) const {
///         ++worker.at(nodes);
///         for (const node& child : children(at)) worker.put(visit{child, nodes});
///       }
///     };
///     cluster::pool p(all);
///     const auto nodes = p.reduction_of<long>();
///     p.run(visit{root, nodes});
///     const long found = p.result(nodes);
///
/// All functions are collective, but rank_result() and counts(): all ranks call them in the same order. They compare
/// that when they run, and in result(): where it differs, all throw one failure with errc::differing_calls, and nothing
/// has begun. (A world that survives compares pools when they are made, and not what they run. Only the task of rank
/// 0 counts there, and tokens must have the same types on all ranks.) Tokens are of the pool that made them. One
/// thread of each rank sends and receives, and executes no tasks. Not for tasks of less than a microsecond that have
/// no subtrees to move. Cost: docs/guide/running/cluster.md. Threads: the one that made the world. Errors: when a
/// task throws, run() throws one cluster::failure on all ranks, with the rank and the name of the task. The tasks
/// that are left are dropped then, and the pool can be used again.
class pool {
 public:
  /// With the workers that the world has on this rank. Throws failure with errc::other_program where the ranks' tasks
  /// are of different types.
  explicit pool(world& of);
  ~pool();
  pool(const pool&) = delete;
  pool& operator=(const pool&) = delete;

  /// Runs `root`, which rank 0 begins with, and all tasks that come of it. Returns on all ranks when no task is left on
  /// any.
  template <class F>
  void run(const F& root) {
    const auto begin = [&](jackdaw::worker& host) {
      if (state_->rank == 0) worker(host, *state_).put(root);
    };
    run_with(begin, false);
  }

  /// The same with one task on each rank to begin with. In a world that survives all are that of rank 0: the tasks of
  /// ranks that have died run elsewhere.
  template <class F>
  void run_on_all(const F& each) {
    run_with([&](jackdaw::worker& host) { worker(host, *state_).put(each); }, true);
  }

  /// A value of each worker, which begins as `neutral`. In a world that survives it takes the operation of result():
  /// associative and commutative, and `neutral` changes nothing by it. Throws failure with errc::unsupported there
  /// where `operation` cannot be called for two T, or T has no serial form.
  template <class T, class Operation = std::plus<>>
  [[nodiscard]] reduction<T> reduction_of(const T& neutral = T(), Operation operation = {}) {
    auto holder = std::make_shared<std::vector<base::padded<T>>>(state_->workers + 1);
    for (auto& each : *holder) *each = neutral;
    if (survives()) {
      if constexpr (has_serial<T> && std::is_invocable_r_v<T, Operation&, T, const T&>) {
        using part = detail::partial_result_by<T, Operation>;
        return {add_partial(std::make_shared<part>(holder, neutral, std::move(operation)), holder->data(),
                            typeid(reduction<T>))};
      } else {
        refuse_reduction();
      }
    }
    return {add_slot(holder, holder->data(), typeid(reduction<T>))};
  }

  /// The values of all workers of all ranks, put together: worker by worker, rank by rank. In a world that survives
  /// they have been put together by the operation of reduction_of(), in no fixed order, and each task counts once.
  /// Throws failure with errc::unsupported there where `operation` is of another type than that.
  template <has_serial T, class Operation = std::plus<>>
  [[nodiscard]] T result(reduction<T> of, Operation operation = {}) {
    if (const auto* const part = partial_of<T, Operation>(of)) return part->total;
    writer own;
    if (has(of)) own.put(rank_result(of, operation));
    return put_together<T>(results_of(of.number, own.bytes(), true), operation);
  }

  /// The values of this rank's workers, put together. Not collective. In a world that survives it has also what was
  /// executed here for ranks that have died, and again elsewhere.
  template <class T, class Operation = std::plus<>>
  [[nodiscard]] T rank_result(reduction<T> of, Operation operation = {}) const {
    if (const auto* const part = partial_of<T, Operation>(of)) return part->executed;
    const auto* const values = static_cast<const base::padded<T>*>(state_->slot(of.number));
    T sum = *values[1];
    for (unsigned i = 2; i <= state_->workers; ++i) sum = operation(std::move(sum), *values[i]);
    return sum;
  }

  /// A value that this rank's tasks read, such as the input.
  template <class T>
  [[nodiscard]] kept<T> keep(T value) {
    auto holder = std::make_shared<T>(std::move(value));
    return {add_slot(holder, holder.get(), typeid(kept<T>))};
  }

  /// The best value that any rank finds: `Better()(a, b)` says that a is better. T is a number or as small.
  template <class T, class Better = std::greater<T>>
  [[nodiscard]] best<T, Better> best_of(T initial, Better /*better*/ = {}) {
    static_assert(
        std::is_trivially_copyable_v<T> && sizeof(T) <= 8 && (sizeof(T) & (sizeof(T) - 1)) == 0,
        "jackdaw: the best value is changed at once by several workers; expected a number, or a type of mere "
        "bytes that has 1, 2, 4 or 8 of them");
    auto holder = std::make_shared<detail::best_holder<T, Better>>(initial);
    return {add_spreading(holder, typeid(best<T, Better>))};
  }

  /// The best of all ranks. After run().
  template <class T, class Better>
  [[nodiscard]] T result(best<T, Better> of) {
    const auto known = [&] {
      return static_cast<detail::best_holder<T, Better>&>(state_->best(of.number)).value.load(base::relaxed);
    };
    if (survives()) return known();  // rank 0's, on all ranks
    writer own;
    if (has(of)) own.put(known());
    return put_together<T>(results_of(of.number, own.bytes(), false),
                           [](T a, T b) { return Better()(b, a) ? b : a; });
  }

  /// What this rank has done for the balance in the last run. Not collective.
  [[nodiscard]] const pool_counts& counts() const noexcept;

 private:
  class engine;

  void run_with(const std::function<void(jackdaw::worker&)>& begin, bool on_all);
  [[nodiscard]] std::uint32_t add_slot(std::shared_ptr<void> holder, void* slot, const std::type_info& type);
  [[nodiscard]] std::uint32_t add_partial(const std::shared_ptr<detail::partial_result>& holder, void* slot,
                                          const std::type_info& type);
  [[nodiscard]] bool survives() const noexcept;
  [[noreturn]] void refuse_reduction() const;
  [[noreturn]] void refuse_operation() const;

  /// What a reduction is in a world that survives; null in others.
  template <class T, class Operation>
  [[nodiscard]] const detail::typed_partial_result<T>* partial_of(reduction<T> of) const {
    if (!survives()) return nullptr;
    const detail::partial_result* const part =
        state_->partial[state_->place_of(of.number, state_->partial.size())];
    if (part != nullptr && part->operation() != typeid(Operation)) refuse_operation();
    return static_cast<const detail::typed_partial_result<T>*>(part);
  }

  [[nodiscard]] std::uint32_t add_spreading(const std::shared_ptr<detail::spreading_value>& holder,
                                            const std::type_info& type);

  /// Whether a token is of this pool. One that is not is told after all ranks have been asked for theirs.
  template <class T>
  [[nodiscard]] bool has(reduction<T> of) const noexcept {
    return of.number - state_->first_token < state_->holders.size();
  }
  template <class T, class Better>
  [[nodiscard]] bool has(best<T, Better> of) const noexcept {
    return of.number - state_->first_token < state_->spreading.size();
  }
  /// The parts of all ranks, of which `own` is this rank's. Throws where ranks have not asked for the same.
  [[nodiscard]] std::vector<std::vector<std::byte>> results_of(std::uint32_t token,
                                                               const std::vector<std::byte>& own,
                                                               bool is_reduction);
  template <class T, class Operation>
  [[nodiscard]] static T put_together(const std::vector<std::vector<std::byte>>& parts, Operation operation) {
    const auto part = [&](std::size_t i) {
      reader in(parts[i]);
      return in.get<T>();
    };
    T sum = part(0);
    for (std::size_t i = 1; i < parts.size(); ++i) sum = operation(std::move(sum), part(i));
    return sum;
  }

  world* world_;
  std::unique_ptr<detail::pool_state> state_;
  std::vector<std::shared_ptr<void>> held_;
  std::unique_ptr<engine> engine_;
};

}  // namespace jackdaw::cluster
