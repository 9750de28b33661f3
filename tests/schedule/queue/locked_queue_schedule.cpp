// A locked queue hands out each item once, whichever thread takes at which end.
#include <cstdint>

#include <jackdaw/queue/locked/array.hpp>
#include <jackdaw/queue/locked/double_linked_list.hpp>
#include <jackdaw/queue/locked/linked_list.hpp>
#include <jackdaw/queue/locked/list_of_arrays.hpp>
#include <jackdaw/queue/locked/locked.hpp>
#include <jackdaw/queue/locked/several.hpp>
#include <jackdaw/sync/blocking_lock.hpp>
#include <jackdaw/sync/spin_lock.hpp>

#include "tests/schedule/queue/queue_programs.hpp"
#include "tests/support/explore.hpp"

using namespace jackdaw;
using queue::end;

namespace {

template <class Container, end Stolen, class Lock = sync::spin_lock>
struct theft {
  using queue_type = queue::locked<Container, Lock>;
  static auto* steal(queue_type& from) { return from.template steal<Stolen>().item; }
};

/// A thief that does not wait for the lock.
struct hasty_theft {
  using queue_type = queue::locked<queue::linked_list<>, sync::spin_lock>;
  static auto* steal(queue_type& from) { return from.try_take().item; }
};

struct theft_of_several {
  using queue_type = queue::several<queue::locked<queue::linked_list<>, sync::spin_lock>, 2>;
  static auto* steal(queue_type& from) { return from.steal<end::working>().item; }
};

}  // namespace

TEST_CASE_TEMPLATE("steal-twice: random programs of an owner, and three thieves that come again and again",
                   Theft, theft<queue::linked_list<>, end::working>,
                   theft<queue::double_linked_list, end::opposite>,
                   theft<queue::array<task, 1>, end::working>,
                   theft<queue::list_of_arrays<task, 1>, end::working>,
                   theft<queue::linked_list<>, end::working, sync::blocking_lock>, hasty_theft,
                   theft_of_several) {
  tests::explore_programs(2500, [](std::uint64_t seed) {
    return tests::queue_program<typename Theft::queue_type>::make(
        seed, [](auto& from) { return Theft::steal(from); });
  });
}
