// A worker as the tasks of a cluster's pool see it.
#pragma once

#include <cstdint>
#include <exception>
#include <type_traits>
#include <typeinfo>
#include <utility>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/clock.hpp>
#include <jackdaw/cluster/pool/pool_state.hpp>
#include <jackdaw/cluster/pool/task_types.hpp>
#include <jackdaw/cluster/pool/tokens.hpp>
#include <jackdaw/cluster/serial/serial.hpp>
#include <jackdaw/task/call.hpp>
#include <jackdaw/task/closure.hpp>
#include <jackdaw/task/name.hpp>
#include <jackdaw/worker/default_scheduler.hpp>

namespace jackdaw::cluster {

namespace detail {

template <class T, class Better>
class best_holder final : public spreading_value {
 public:
  explicit best_holder(T initial) : value(initial) {}

  /// Whether `found` was better than what was there.
  bool improve(T found) noexcept {
    T seen = value.load(base::relaxed);
    while (Better()(found, seen)) {
      if (value.compare_exchange_weak(seen, found, base::relaxed)) return true;
    }
    return false;
  }
  void save(writer& out) const override { out.put(value.load(base::relaxed)); }
  bool merge(reader& in) override { return improve(in.get<T>()); }
  void set(reader& in) override { value.store(in.get<T>(), base::relaxed); }

  base::atomic<T> value;
};

}  // namespace detail

/// What a task of a cluster::pool uses: it puts tasks, which run on any worker of any rank.
///     struct visit {
///       node at;
///       void operator()(cluster::worker& worker) const {
///         for (const node& child : children(at)) worker.put(visit{child});
///       }
///     };
///
/// Not to be kept: it is for the task that was handed it. Cost: put() as that of jackdaw::worker. Threads: that of the
/// task. Errors: put() throws std::bad_alloc, and what copying the task throws. at() and improve() throw
/// std::logic_error for a token of another pool.
class worker {
 public:
  // Made by the pool, not for users.
  worker(jackdaw::worker& here, detail::pool_state& of) noexcept : here_(&here), of_(&of) {}

  /// Puts a task: it runs once, on some worker of some rank, before run() returns. Its type has a serial form
  /// (cluster::serial), by which it travels if it does. A lambda travels by the bytes of what it captures: captured
  /// references and pointers mean nothing on another rank.
  template <class F>
  void put(F&& task);

  /// From 0 to workers()-1: which one of this rank.
  [[nodiscard]] unsigned id() const noexcept { return here_->id() - 1; }
  /// How many workers this rank has.
  [[nodiscard]] unsigned workers() const noexcept { return of_->workers; }
  /// The rank on which the task runs.
  [[nodiscard]] unsigned rank() const noexcept { return of_->rank; }
  /// How many ranks there are.
  [[nodiscard]] unsigned ranks() const noexcept { return of_->ranks; }

  /// This worker's part of a reduction.
  template <class T>
  [[nodiscard]] T& at(reduction<T> of) const {
    return *static_cast<base::padded<T>*>(of_->slot(of.number))[here_->id()];
  }
  /// What this rank has kept.
  template <class T>
  [[nodiscard]] const T& at(kept<T> of) const {
    return *static_cast<const T*>(of_->slot(of.number));
  }
  /// The best value that is known here; other ranks may have found a better one just now.
  template <class T, class Better>
  [[nodiscard]] T at(best<T, Better> of) const {
    return static_cast<detail::best_holder<T, Better>&>(of_->best(of.number)).value.load(base::relaxed);
  }
  /// Offers a value: whether it is better than what is known here. Then the other ranks get to know it.
  template <class T, class Better>
  bool improve(best<T, Better> of, T found) const {
    auto& holder = static_cast<detail::best_holder<T, Better>&>(of_->best(of.number));
    if (!holder.improve(found)) return false;
    holder.improved.store(true, base::relaxed);
    return true;
  }

  /// The worker of this rank's scheduler: for joins and loops inside the task, which stay on this rank.
  [[nodiscard]] jackdaw::worker& local() const noexcept { return *here_; }

 private:
  jackdaw::worker* here_;
  detail::pool_state* of_;
};

namespace detail {

/// The function of a task that can travel.
template <class F>
struct portable {
  static constexpr naming::name_of<F> name{};
  using closure = closure_task<portable, jackdaw::worker, task>;

  void operator()(jackdaw::worker& host) {
    pool_state& of = *running;
    if (of.drops.load(base::relaxed) != 0) [[unlikely]]
      return;
    if (of.tracks != nullptr) [[unlikely]] {
      run_recorded(host, of);
    } else {
      run(host, of);
    }
    if (of.intervals[host.id()]->is_over()) [[unlikely]]
      of.between->look_around(host);
  }

  void run(jackdaw::worker& host, pool_state& of) {
    try {
      cluster::worker here(host, of);
      static_cast<void>(call(function, here));
    } catch (...) { of.record(name, std::current_exception()); }
  }
  [[gnu::noinline]] void run_recorded(jackdaw::worker& host, pool_state& of) {
    const std::int64_t begun = base::nanoseconds_now();
    run(host, of);
    of.tracks[host.id()]->add(name, begun, base::nanoseconds_now());
  }

  template <class From>
  [[nodiscard]] static task& make(jackdaw::worker& host, From&& from) {
    closure& made = closure::create(host, portable{std::forward<From>(from)});
    type.learn(made.execute);
    return made;
  }
  static void save(task& item, writer& out) { out.put(static_cast<closure&>(item).function().function); }
  static task& load(jackdaw::worker& host, reader& in) { return make(host, in.get<F>()); }

  static inline task_type type{typeid(F).name(), name, &save, &load};

  F function;
};

}  // namespace detail

template <class F>
[[gnu::always_inline]] inline void worker::put(F&& task) {
  using portable = detail::portable<std::decay_t<F>>;
  static_assert(has_serial<std::decay_t<F>>,
                "jackdaw: a task that may travel has a serial form (cluster::serial)");
  here_->submit(portable::make(*here_, std::forward<F>(task)));
}

}  // namespace jackdaw::cluster
