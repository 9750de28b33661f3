// A catalogued pool with other values of its parameters: the same families, with values chosen at run time.
//
// A lock and the trees of a level are types, so there are a few of each family; all else is a number in the pool.
#pragma once

#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

#include <jackdaw/pool/families/steal_amount.hpp>
#include <jackdaw/pool/parameters/any_pool.hpp>
#include <jackdaw/pool/parameters/chosen_victims.hpp>
#include <jackdaw/pool/parameters/parameter.hpp>
#include <jackdaw/pool/pool_catalogue.hpp>
#include <jackdaw/sync/blocking_lock.hpp>
#include <jackdaw/sync/spin_lock.hpp>

namespace jackdaw::pool {

namespace configured {

/// A number chosen at run time, where a named pool has std::integral_constant.
struct number {
  std::size_t value;
  constexpr operator std::size_t() const noexcept { return value; }  // NOLINT(google-explicit-constructor)
};

template <class Queue, queue::end StolenEnd>
using stealing = pool::stealing<Queue, StolenEnd, chosen_victims, chosen_amount>;

/// The same where a thief takes one item.
template <class Queue, queue::end StolenEnd>
using stealing_one = pool::stealing<Queue, StolenEnd, chosen_victims>;

template <class Lock, class Item = task>
using list = queue::locked<queue::linked_list<Item>, Lock>;

/// For how many workers, and with which values. The functions below take it as `const auto&`: so a source that includes
/// this, and makes no pool, does not compile the pools.
struct request {
  unsigned workers;
  const parameter_values& values;

  [[nodiscard]] chosen_victims victims() const { return {workers, values.word("victims")}; }
  [[nodiscard]] chosen_amount amount() const { return {values.number("steal", chosen_amount::half)}; }

  /// Calls `make` with the lock that was chosen.
  auto with_lock(auto make) const {
    const std::string_view lock = values.word("lock");
    if (lock == "spin") return make.template operator()<sync::spin_lock>();
    if (lock == "stubborn") return make.template operator()<sync::stubborn_spin_lock>();
    return make.template operator()<sync::blocking_lock>();
  }
};

template <template <class> class QueueUnder, queue::end StolenEnd>
any_pool stealer(const request& of) {
  return of.with_lock([&]<class Lock> {
    return any_pool::make<stealing<QueueUnder<Lock>, StolenEnd>>(of.workers, of.victims(), of.amount());
  });
}

template <class Lock>
using list_under = list<Lock>;
template <class Lock>
using deque_under = queue::locked<queue::double_linked_list, Lock>;
template <class Lock>
using strict_deque_under = queue::locked<queue::double_linked_list, Lock, queue::visit::locks>;
template <class Lock>
using array_under = queue::locked<queue::array<>, Lock>;
template <class Lock>
using arrays_under = queue::locked<queue::list_of_arrays<>, Lock>;

/// A stealer whose queue is chosen, too.
any_pool stealer_with_queue(const auto& of) {
  const std::string_view queue = of.values.word("queue");
  if (queue == "array") return stealer<array_under, queue::end::working>(of);
  if (queue == "arrays") return stealer<arrays_under, queue::end::working>(of);
  return stealer<list_under, queue::end::working>(of);
}

any_pool stealer_of_one(const auto& of) {
  return of.with_lock([&]<class Lock> {
    using tasks = queue::task_locked_list_with<Lock>;
    return any_pool::make<stealing_one<tasks, queue::end::opposite>>(of.workers, of.victims(), one_item{});
  });
}

template <unsigned Count>
any_pool with_several_lists(const request& of) {
  return of.with_lock([&]<class Lock> {
    return any_pool::make<stealing<queue::several<list<Lock>, Count>, queue::end::working>>(
        of.workers, of.victims(), of.amount());
  });
}

any_pool with_blocks(const auto& of) {
  return of.with_lock([&]<class Lock> {
    using blocks = stealing<list<Lock, queue::sized_block>, queue::end::working>;
    return any_pool::make<private_public<queue::sized_block, blocks, queue::new_sized_block>>(
        of.workers, queue::new_sized_block{of.values.number("block")}, of.victims(), of.amount());
  });
}

any_pool with_central_blocks(const auto& of) {
  return of.with_lock([&]<class Lock> {
    using blocks = central<list<Lock, queue::sized_block>>;
    return any_pool::make<private_public<queue::sized_block, blocks, queue::new_sized_block>>(
        of.workers, queue::new_sized_block{of.values.number("block")});
  });
}

template <class Drawing>
any_pool drawn(const request& of) {
  return of.with_lock([&]<class Lock> {
    return any_pool::make<randomized<list<Lock>, Drawing>>(of.workers, of.values.number("queues"));
  });
}

template <only_task Only>
any_pool keeper(const request& of) {
  return of.with_lock([&]<class Lock> {
    using shared = stealing<list<Lock>, queue::end::working>;
    return any_pool::make<greedy_with<shared, Only, number>>(of.workers, number{of.values.number("reserve")},
                                                             of.victims(), of.amount());
  });
}

template <unsigned Trees>
any_pool forest(const request& of) {
  const queue::chosen_areas areas =
      of.values.has("private") ? queue::chosen_areas{of.values.number("public"), of.values.number("private")}
                               : queue::chosen_areas{};
  return of.with_lock([&]<class Lock> {
    using trees = queue::shared_forest_with<Lock, queue::chosen_areas, Trees>;
    return any_pool::make<adaptive<trees, chosen_victims>>(of.workers, of.victims(), areas);
  });
}

any_pool forest_of_some_trees(const auto& of) {
  const unsigned trees = of.values.number("l");
  return trees == 3 ? forest<3>(of) : trees == 4 ? forest<4>(of) : trees == 8 ? forest<8>(of) : forest<2>(of);
}

any_pool of_private_few(const auto& of, bool is_central) {
  const number size{of.values.number("block")};
  return of.with_lock([&]<class Lock> {
    if (is_central) return any_pool::make<spilling<central<list<Lock>>, number>>(of.workers, size);
    return any_pool::make<spilling<stealing<list<Lock>, queue::end::working>, number>>(
        of.workers, size, of.victims(), of.amount());
  });
}

any_pool of_central(const auto& of, std::string_view name) {
  return of.with_lock([&]<class Lock> {
    if (name == "sq3")
      return any_pool::make<central<queue::fifo<queue::task_locked_list_with<Lock>>>>(of.workers);
    if (name == "sq4") return any_pool::make<central<queue::two_lock_queue<Lock>>>(of.workers);
    const std::string_view queue = of.values.word("queue");
    if (queue == "array") return any_pool::make<central<array_under<Lock>>>(of.workers);
    if (queue == "arrays") return any_pool::make<central<arrays_under<Lock>>>(of.workers);
    return any_pool::make<central<list<Lock>>>(of.workers);
  });
}

any_pool of_random(const auto& of, std::string_view name) {
  using namespace queue;  // NOLINT(google-build-using-namespace)
  if (name == "rq2") return drawn<drawn_by<mersenne_twister_numbers, by_integer>>(of);
  if (name == "rq3") return drawn<drawn_by<mersenne_twister_numbers, by_floating_point>>(of);
  return drawn<drawn_by<rand_r_numbers, by_floating_point>>(of);
}

}  // namespace configured

/// The pool of this name with these values of its parameters (pool/parameters/parameter_catalogue.hpp). The name has
/// some. Compiles every family several times: call it in one source file of a program.
template <class Values>
[[nodiscard]] any_pool make_configured(std::string_view name, unsigned workers, const Values& values) {
  using namespace configured;  // NOLINT(google-build-using-namespace)
  const request of{workers, values};
  const auto is = [&](auto... names) { return ((name == names) || ...); };
  if (is("sq1", "sq2", "sq3", "sq4")) return of_central(of, name);
  if (is("dq4")) {
    const unsigned lists = values.number("lists");
    return lists == 8   ? with_several_lists<8>(of)
           : lists == 4 ? with_several_lists<4>(of)
                        : with_several_lists<2>(of);
  }
  if (is("dq5", "hood-spin", "hood-block", "superglue"))
    return stealer<deque_under, queue::end::opposite>(of);
  if (is("hood-spin-strict", "hood-block-strict"))
    return stealer<strict_deque_under, queue::end::opposite>(of);
  if (is("dq6")) return stealer_of_one(of);
  if (is("dq8")) return with_blocks(of);
  if (is("sdq1")) return with_central_blocks(of);
  if (is("rq1", "rq2", "rq3")) return of_random(of, name);
  if (is("sdq1w", "dq8w")) return of_private_few(of, name == "sdq1w");
  if (is("dq9w")) return keeper<only_task::shared>(of);
  if (is("dq9w1")) return keeper<only_task::kept>(of);
  if (is("atp", "atp2")) return forest_of_some_trees(of);
  if (is("hood", "hood-naive"))
    return any_pool::make<configured::stealing<queue::abp_deque<>, queue::end::opposite>>(
        workers, of.victims(), of.amount());
  return stealer_with_queue(of);  // dq2, dq7, dq9, dq10
}

}  // namespace jackdaw::pool
