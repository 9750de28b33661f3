// The family of pools with private blocks: work that no other worker sees, and full blocks of it that any worker may
// take.
#pragma once

#include <concepts>
#include <memory>
#include <utility>

#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/pool/task_pool.hpp>
#include <jackdaw/queue/locked/block.hpp>

namespace jackdaw::pool {

/// Source: KR02 section 3.5 "private and public queues" (dq8), sections 3.4 and 6.3 (sdq1, the same with a
/// central public queue). A worker fills a private block of tasks without synchronization. When it is full it
/// becomes public as a whole. When it is empty the worker takes a whole block. The generous strategy of
/// the paper: at most one block of tasks is private, at the price of moving every other task twice. A private
/// task stays hidden while its worker runs a long one: at most a block's worth.
/// Decisions: an initial task is public at once, in a block of its own: its worker may begin late.
/// WSL06 (section 2.2) moves only the new task when the private queue is full: pool/families/spilling.hpp.
///
/// `Public` is a pool of blocks. It says where public work is, and which worker takes it where:
/// pool/families/stealing.hpp makes it dq8, pool/families/central.hpp sdq1. `Make`: how blocks are made.
/// TP-P1: a put task is in the own private block or in a block that this worker has put into the public pool. Of
/// that TP-P1 holds, too. get() looks at both.
template <class Block, pool_of_items Public, class Make = queue::new_block<Block>>
  requires std::same_as<typename Public::task_type, Block>
class private_public {
 public:
  using task_type = task;
  static constexpr bool balances = true;
  static constexpr bool hides = true;

  explicit private_public(unsigned workers) : private_public(workers, Make()) {}

  /// `rest`: of what the public pool is made, besides the number of workers.
  template <class... Rest>
  private_public(unsigned workers, Make make, Rest&&... rest)
      : workers_(workers),
        make_(make),
        public_(workers, std::forward<Rest>(rest)...),
        private_(std::make_unique<base::padded<owned>[]>(workers)) {}

  private_public(const private_public&) = delete;
  private_public& operator=(const private_public&) = delete;
  ~private_public() {
    for (unsigned id = 0; id < workers_; ++id) delete private_[id]->current;
    while (Block* const left = public_.get(0)) delete left;
  }

  void put(unsigned id, task& item) {
    owned& own = *private_[id];
    if (own.current == nullptr) {
      own.current = own.spare.get(make_);
    } else if (own.current->full()) {
      std::unique_ptr<Block> fresh(own.spare.get(make_));
      public_.put(id, *own.current);
      own.current = fresh.release();
    }
    own.current->push(item);
  }

  void init(unsigned id, task& item) {
    std::unique_ptr<Block> single(private_[id]->spare.get(make_));
    single->push(item);
    public_.init(id, *single);
    static_cast<void>(single.release());
  }

  [[nodiscard]] task* get(unsigned id) {
    owned& own = *private_[id];
    if (own.current != nullptr && !own.current->empty()) return own.current->pop();
    Block* const found = public_.get(id);
    if (found == nullptr) return nullptr;
    if (own.current != nullptr) own.spare.put(own.current);
    own.current = found;
    return found->pop();
  }

  /// The private block becomes public, though it is not full.
  [[nodiscard]] bool retire(unsigned id) {
    owned& own = *private_[id];
    if (own.current != nullptr && !own.current->empty()) {
      public_.put(id, *own.current);
      own.current = nullptr;
    }
    return public_.retire(id);
  }

  [[nodiscard]] bool looks_empty(unsigned id) const noexcept { return public_.looks_empty(id); }

  /// Blocks that a thief has put into its own public queue.
  [[nodiscard]] unsigned revealed(unsigned id) noexcept
    requires requires(Public p) { p.revealed(id); }
  {
    return public_.revealed(id);
  }

 private:
  struct owned {
    Block* current = nullptr;
    queue::spare_blocks<Block> spare;
  };

  unsigned workers_;
  [[no_unique_address]] Make make_;
  Public public_;
  std::unique_ptr<base::padded<owned>[]> private_;
};

}  // namespace jackdaw::pool
