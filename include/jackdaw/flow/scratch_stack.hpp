// Memory that is given back in the reverse order of taking: what one worker keeps for scratch memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include <jackdaw/base/cache_line.hpp>

namespace jackdaw::dataflow {

/// Pieces of memory, filled one after another. When all has been given back, several become one that is as large as
/// all of them. So a program that repeats itself soon finds all that it needs in one piece.
/// Threads: one at a time.
class scratch_stack {
 public:
  /// How far the pieces are filled.
  struct mark {
    std::size_t piece = 0;
    std::size_t used = 0;
    bool operator==(const mark&) const = default;
  };
  [[nodiscard]] mark now() const noexcept { return now_; }

  /// Gives back all that was taken since now() was `before`.
  void back_to(const mark& before) noexcept { now_ = before; }

  /// `align` is a power of two. The first piece has `first` bytes, where that suffices; all together at most `most`.
  /// Throws std::length_error when there would have to be more, std::bad_alloc; nothing is taken then.
  [[nodiscard]] std::byte* take(std::size_t bytes, std::size_t align, std::size_t first, std::size_t most) {
    if (now_ == mark() && pieces_.size() > 1) {
      const std::size_t all = held();
      pieces_.clear();
      add(all);
    }
    if (std::byte* const place = find(bytes, align)) return place;
    const std::size_t slack = align > alignment ? align : 0;
    const std::size_t room = most - held();
    if (bytes > room || slack > room - bytes) refuse(bytes, room, most);
    add(std::min(room, std::max({bytes + slack, held(), first})));
    return find(bytes, align);
  }

  [[nodiscard]] std::size_t held() const noexcept {
    std::size_t all = 0;
    for (const piece& each : pieces_) all += each.size;
    return all;
  }

  [[noreturn]] static void refuse(std::size_t bytes, std::size_t room, std::size_t most) {
    throw std::length_error(
        "a task takes " + std::to_string(bytes) + " bytes of scratch memory more, where its worker may get " +
        std::to_string(room) + " of " + std::to_string(most) + "; expected less, or a larger bound");
  }

 private:
  static constexpr std::size_t alignment = base::cache_line;

  struct deleter {
    void operator()(std::byte* memory) const noexcept {
      ::operator delete(memory, std::align_val_t{alignment});
    }
  };
  struct piece {
    std::unique_ptr<std::byte, deleter> memory;
    std::size_t size = 0;
  };

  void add(std::size_t size) {
    pieces_.reserve(pieces_.size() + 1);
    void* const memory = ::operator new(size, std::align_val_t{alignment});
    pieces_.push_back({std::unique_ptr<std::byte, deleter>(static_cast<std::byte*>(memory)), size});
  }

  /// In the piece that is being filled, or a later one. Null: there is no room.
  [[nodiscard]] std::byte* find(std::size_t bytes, std::size_t align) noexcept {
    for (mark at = now_; at.piece < pieces_.size(); at = {at.piece + 1, 0}) {
      const piece& each = pieces_[at.piece];
      std::size_t space = each.size - at.used;
      void* place = each.memory.get() + at.used;
      if (std::align(align, bytes, place, space) == nullptr) continue;
      now_ = {at.piece, each.size - space + bytes};
      return static_cast<std::byte*>(place);
    }
    return nullptr;
  }

  std::vector<piece> pieces_;
  mark now_;
};

}  // namespace jackdaw::dataflow
