// A locked queue hands out each item once, whichever worker takes at which end.
#include <array>
#include <memory>

#include <jackdaw/queue/locked/double_linked_list.hpp>
#include <jackdaw/queue/locked/linked_list.hpp>
#include <jackdaw/queue/locked/locked.hpp>
#include <jackdaw/sync/spin_lock.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

template <class Container, queue::end StolenEnd>
void explore_theft() {
  using queue_type = queue::locked<Container, sync::spin_lock>;
  using item_type = typename queue_type::item_type;
  struct state {
    queue_type queue;
    std::array<item_type, 4> items;
    std::array<base::atomic<int>, 4> taken{};
    void note(item_type* item) {
      if (item != nullptr) taken[static_cast<std::size_t>(item - items.data())].fetch_add(1);
    }
  };
  tests::explore(1500, [] {
    auto s = std::make_shared<state>();
    const auto thief = [s] {
      for (int i = 0; i < 2; ++i) s->note(s->queue.template steal<StolenEnd>().item);
    };
    return tests::program{{[s] {
                             for (auto& item : s->items) {
                               s->queue.push(item);
                               if (&item == &s->items[1]) s->note(s->queue.take().item);
                             }
                           },
                           thief, thief},
                          [s] {
                            while (auto* const item = s->queue.take().item) s->note(item);
                            for (const auto& count : s->taken) {
                              if (count.peek() != 1) return false;
                            }
                            return s->queue.looks_empty();
                          }};
  });
}

}  // namespace

TEST_CASE("single-linked, stolen at the working end") {
  explore_theft<queue::linked_list<>, queue::end::working>();
}
TEST_CASE("double-linked, stolen at the opposite end") {
  explore_theft<queue::double_linked_list, queue::end::opposite>();
}
