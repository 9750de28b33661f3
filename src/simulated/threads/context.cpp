#include "src/simulated/threads/context.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <cxxabi.h>

namespace jackdaw::simulated {

namespace {

std::vector<std::unique_ptr<std::byte[]>> spare_stacks;

}  // namespace

#if defined(__x86_64__)

// As the System V ABI says: rbx, rbp, r12 to r15 and the control words are the callee's to keep. swapcontext would do,
// but asks the kernel for the mask of signals each time, which takes ten times as long as all else.
// jackdaw_swap_stacks(void** from, void* to): saves, exchanges stacks, restores.
asm(R"(
.text
.local jackdaw_swap_stacks
.type jackdaw_swap_stacks, @function
jackdaw_swap_stacks:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  subq $8, %rsp
  stmxcsr (%rsp)
  fnstcw 4(%rsp)
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  ldmxcsr (%rsp)
  fldcw 4(%rsp)
  addq $8, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
.size jackdaw_swap_stacks, .-jackdaw_swap_stacks
)");
extern "C" void jackdaw_swap_stacks(void** from, void* to);

void context::begin(entry first) {
  if (!stack_ && !spare_stacks.empty()) {
    stack_ = std::move(spare_stacks.back());
    spare_stacks.pop_back();
  }
  if (!stack_) stack_ = std::make_unique_for_overwrite<std::byte[]>(stack_size);
  auto top = reinterpret_cast<std::uintptr_t>(stack_.get()) + stack_size;
  top -= top % 16;
  auto* words = reinterpret_cast<std::uint64_t*>(top);  // NOLINT(performance-no-int-to-ptr)
  *--words = 0;  // where `first` would return to; and the stack as at a call
  *--words = reinterpret_cast<std::uint64_t>(first);
  for (int i = 0; i < 6; ++i) *--words = 0;
  std::uint32_t vector_control = 0;
  std::uint16_t float_control = 0;
  asm volatile("stmxcsr %0\n\tfnstcw %1" : "=m"(vector_control), "=m"(float_control));
  *--words = vector_control | (std::uint64_t{float_control} << 32U);
  stack_pointer_ = words;
  exceptions_ = {};
  locals_ = thread_locals::fresh();
}

#else

void context::begin(entry first) {
  if (!stack_ && !spare_stacks.empty()) {
    stack_ = std::move(spare_stacks.back());
    spare_stacks.pop_back();
  }
  if (!stack_) stack_ = std::make_unique_for_overwrite<std::byte[]>(stack_size);
  getcontext(registers_.get());
  registers_->uc_stack.ss_sp = stack_.get();
  registers_->uc_stack.ss_size = stack_size;
  makecontext(registers_.get(), first, 0);
  exceptions_ = {};
  locals_ = thread_locals::fresh();
}

#endif

void context::leave_for(context& to) {
  auto* const handled = reinterpret_cast<std::byte*>(abi::__cxa_get_globals());
  std::copy_n(handled, exceptions_.size(), exceptions_.begin());
  std::ranges::copy(to.exceptions_, handled);
  locals_.exchange_for(to.locals_);
#if defined(__x86_64__)
  jackdaw_swap_stacks(&stack_pointer_, to.stack_pointer_);
#else
  swapcontext(registers_.get(), to.registers_.get());
#endif
}

context::~context() {
  if (stack_) spare_stacks.push_back(std::move(stack_));
}

}  // namespace jackdaw::simulated
