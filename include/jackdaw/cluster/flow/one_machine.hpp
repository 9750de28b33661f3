// The interface of a world, its handles and its flow, on one machine without MPI: a program takes either as a
// parameter.
#pragma once

#include <concepts>
#include <functional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <jackdaw/cluster/flow/access.hpp>
#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/worker/default_scheduler.hpp>

namespace jackdaw::cluster {

class one_machine;

/// A handle of one_machine: a jackdaw::handle that is made like one of a cluster.
///     cluster::one_machine_handle<double> sum(place, 0, 1.5);
///
/// Cost, threads, errors: as jackdaw::handle. Cost: that of the object. Errors: what its constructor throws.
template <class T>
class one_machine_handle : public jackdaw::handle<T> {
 public:
  /// The object is made from the arguments; the rank does not matter.
  template <class... Arguments>
    requires std::constructible_from<T, Arguments&&...>
  one_machine_handle(one_machine& /*of*/, unsigned /*owner*/, Arguments&&... arguments)
      : jackdaw::handle<T>(std::forward<Arguments>(arguments)...) {}

  [[nodiscard]] static unsigned owner() noexcept { return 0; }   ///< the only rank
  [[nodiscard]] static bool is_here() noexcept { return true; }  ///< always
};

/// A world of one rank, whose flow is jackdaw::flow: no MPI, no messages, all accesses of that flow.
///     template <class Place>
///     void smooth(Place& place) {
///       typename Place::template handle<row> a(place, 0, 100);
///       typename Place::flow tasks(place);
///       tasks.submit(write(a), [](row& r) { fill(r); });
///       tasks.wait();
///     }
///     cluster::one_machine here;
///     smooth(here);  // or smooth(world)
///
/// Not with read_all() and its kind: the accesses of jackdaw::flow are known when it is compiled. Cost: that of a
/// scheduler. Threads: any. Errors: as the scheduler's constructor.
class one_machine {
 public:
  template <class T>
  using handle = one_machine_handle<T>;  ///< the handles of its flow
  class flow;                            ///< its flow, a jackdaw::flow

  /// With as many workers as the CPU budget allows, or so many.
  explicit one_machine(unsigned workers = 0) : scheduler_(scheduler_options{.workers = workers}) {}

  [[nodiscard]] static unsigned rank() noexcept { return 0; }   ///< the only one
  [[nodiscard]] static unsigned ranks() noexcept { return 1; }  ///< one
  /// Of its scheduler.
  [[nodiscard]] unsigned workers() const noexcept { return scheduler_.workers(); }
  /// There is no other rank to wait for.
  void barrier() const noexcept {}
  /// The value.
  template <class T>
  [[nodiscard]] T broadcast(const T& value, unsigned /*from*/ = 0) const {
    return value;
  }
  /// The value, alone.
  template <class T>
  [[nodiscard]] std::vector<T> gather(const T& value) const {
    return {value};
  }
  /// The value.
  template <class T, class Operation = std::plus<>>
  [[nodiscard]] T combine(const T& value, Operation /*operation*/ = {}) const {
    return value;
  }
  /// Its scheduler.
  [[nodiscard]] scheduler& local() noexcept { return scheduler_; }

 private:
  scheduler scheduler_;
};

/// The flow of one_machine: a jackdaw::flow that leaves out where a task runs.
class one_machine::flow {
 public:
  /// On the scheduler of `of`.
  explicit flow(one_machine& of) : tasks_(of.local()) {}

  /// As jackdaw::flow.
  template <class... Parts>
  void submit(Parts&&... parts) {
    std::apply([this](auto&&... kept) { tasks_.submit(std::forward<decltype(kept)>(kept)...); },
               std::tuple_cat(without_rank(std::forward<Parts>(parts))...));
  }
  /// As jackdaw::flow.
  void wait() { tasks_.wait(); }
  /// As jackdaw::flow.
  template <class T>
  void wait(handle<T>& of) {
    tasks_.wait(static_cast<jackdaw::handle<T>&>(of));
  }
  /// Its value, when the tasks before are over.
  template <class T>
  [[nodiscard]] T fetch(handle<T>& of) {
    wait(of);
    return of.value();
  }
  /// Nothing: there is one rank.
  template <class T>
  void move(handle<T>& /*of*/, unsigned /*to*/) const noexcept {}

 private:
  template <class Part>
  static auto without_rank(Part&& part) {
    if constexpr (std::is_same_v<std::remove_cvref_t<Part>, on>) {
      return std::tuple<>();
    } else {
      return std::forward_as_tuple(std::forward<Part>(part));
    }
  }

  jackdaw::flow tasks_;
};

}  // namespace jackdaw::cluster
