// A memory manager of one's own: each worker keeps the blocks that it frees, by size.
#pragma once

#include <array>
#include <cstddef>
#include <new>
#include <utility>
#include <vector>

#include <jackdaw/command.hpp>

class keeper {
 public:
  static constexpr bool balances = false;  // a worker that frees others' blocks keeps all of them

  explicit keeper(unsigned workers) : workers_(workers) {}
  keeper(const keeper&) = delete;
  keeper& operator=(const keeper&) = delete;
  ~keeper() {
    for (worker& each : workers_) {
      for (block*& kept : each.kept) {
        while (kept != nullptr) ::operator delete(std::exchange(kept, kept->next));
      }
    }
  }

  [[nodiscard]] void* allocate(unsigned id, std::size_t bytes) {
    if (bytes > most) return ::operator new(bytes);
    worker& own = workers_[id];
    block*& kept = own.kept[bytes / step];
    if (kept != nullptr) return std::exchange(kept, kept->next);
    const std::size_t size = (bytes / step + 1) * step;
    void* const made = ::operator new(size);
    own.held += size;
    return made;
  }
  void deallocate(unsigned id, void* freed, std::size_t bytes) noexcept {
    if (bytes > most) return ::operator delete(freed);
    block*& kept = workers_[id].kept[bytes / step];
    kept = new (freed) block{kept};
  }
  [[nodiscard]] std::size_t held() const {
    std::size_t all = 0;
    for (const worker& each : workers_) all += each.held;
    return all;
  }

 private:
  static constexpr std::size_t step = 16;
  static constexpr std::size_t most = 1023;
  struct block {
    block* next;
  };
  struct alignas(64) worker {  // on a cache line of its own
    std::array<block*, most / step + 1> kept{};
    std::size_t held = 0;
  };
  std::vector<worker> workers_;
};
