// The flows of a scheduler: objects of users that use it until their end. A scheduler that ends before is a mistake
// of the program, which would use memory that is gone.
//
// Callers: whoever makes a flow, and whoever destroys it; then whoever destroys the scheduler. The program orders these
// calls, so the count needs no order of its own.
#pragma once

#include <cstdio>
#include <cstdlib>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/threads/inside_exit.hpp>

namespace jackdaw::working {

class open_flows {
 public:
  /// One of them.
  class entry {
   public:
    explicit entry(open_flows& all) noexcept : all_(all) { all_.count_.fetch_add(1, base::relaxed); }
    entry(const entry&) = delete;
    entry& operator=(const entry&) = delete;
    ~entry() { all_.count_.fetch_sub(1, base::relaxed); }

   private:
    open_flows& all_;
  };

  /// Ends the program with a message unless all have ended. Not inside exit(): no destructor of a local variable has
  /// run then.
  void require_none() const noexcept {
    if (const unsigned left = count_.load(base::relaxed); left != 0 && !base::inside_exit())
      refuse_to_end(left);
  }

 private:
  [[noreturn, gnu::noinline, gnu::cold]] static void refuse_to_end(unsigned left) noexcept {
    std::fprintf(stderr,
                 "jackdaw: a scheduler is destroyed before %u flow%s of it; expected flows to end first: "
                 "declare them after the scheduler\n",
                 left, left == 1 ? "" : "s");
    std::abort();
  }

  base::atomic<unsigned> count_{0};
};

}  // namespace jackdaw::working
