// The family of pools with private blocks: work that nobody else sees, and full blocks of it that anybody may
// take.
#pragma once

#include <memory>

#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/pool/pool.hpp>
#include <jackdaw/pool/victims.hpp>
#include <jackdaw/queue/block.hpp>
#include <jackdaw/queue/queue.hpp>

namespace jackdaw::pool {

/// Source: KR02 section 3.5 "private and public queues" (dq8), section 3.4 (sdq1, with a central public
/// queue). A worker fills a private block of tasks without synchronization; when it is full it becomes public
/// as a whole, and when it is empty the worker takes a whole block: from its own public queue, else from
/// another's. The generous strategy of the paper: at most one block of tasks is private, at the price of
/// moving every other task twice. A private task stays hidden while its worker runs a long one: at most a
/// block's worth.
///
/// `Public` holds blocks: it is a shared_queue of them for each worker.
/// P1: a put task is in the own private block or in the own public queue; get() looks at both, then at the
/// others'.
template <class Block, queue::shared_queue Public, class Victims = next_neighbours>
class private_public {
 public:
  using task_type = task;
  static constexpr bool balances = true;

  explicit private_public(unsigned workers)
      : workers_(workers),
        victims_(workers),
        private_(std::make_unique<base::padded<owned>[]>(workers)),
        public_(std::make_unique<Public[]>(workers)) {}

  private_public(const private_public&) = delete;
  private_public& operator=(const private_public&) = delete;
  ~private_public() {
    for (unsigned id = 0; id < workers_; ++id) delete private_[id]->current;
  }

  void put(unsigned id, task& item) {
    owned& own = *private_[id];
    if (own.current == nullptr) {
      own.current = own.spare.get();
    } else if (own.current->full()) {
      Block* const fresh = own.spare.get();
      public_[id].push(*own.current);
      own.current = fresh;
    }
    own.current->push(item);
  }

  /// An initial task goes where everybody sees it: its worker may be long in coming.
  void init(unsigned id, task& item) {
    Block* const single = private_[id]->spare.get();
    single->push(item);
    public_[id].push(*single);
  }

  [[nodiscard]] task* get(unsigned id) {
    owned& own = *private_[id];
    if (own.current != nullptr && !own.current->empty()) return own.current->pop();
    Block* found = public_[id].take().item;
    if (found == nullptr) {
      found = victims_.first_of(
          id, [&](unsigned victim) { return public_[victim].template steal<queue::end::working>().item; });
    }
    if (found == nullptr) return nullptr;
    if (own.current != nullptr) own.spare.put(own.current);
    own.current = found;
    return found->pop();
  }

  [[nodiscard]] bool looks_empty(unsigned /*id*/) const noexcept {
    return all_workers(workers_, [this](unsigned id) { return public_[id].looks_empty(); });
  }

 private:
  struct owned {
    Block* current = nullptr;
    queue::spare_blocks<Block> spare;
  };

  unsigned workers_;
  Victims victims_;
  std::unique_ptr<base::padded<owned>[]> private_;
  std::unique_ptr<Public[]> public_;
};

}  // namespace jackdaw::pool
