// A task that carries plain data from where it is put to where it is taken.
//
// Whatever order a queue must keep between a put and a take shows here: the data are written before, and read and
// overwritten after. Where nothing orders the two, the exploration fails with a race.
#pragma once

#include <cstdint>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/simulated/plain.hpp>
#include <jackdaw/task/task.hpp>

namespace jackdaw::tests {

/// `Header`: the task type of the queue.
template <class Header = task>
class parcel : public Header {
 public:
  /// Before it is put, each time.
  void load() { data_.set(loaded); }

  /// By the thread that has taken it: no other one may use its header from now on. False: it was not put since the last
  /// time.
  bool take() {
    this->next = reinterpret_cast<task*>(poison);
    if constexpr (requires { this->previous; })
      this->previous = reinterpret_cast<decltype(this->previous)>(poison);
    return take_data();
  }

  /// The same of a task in a frame of its owner, which may still read the link (private_stack.hpp): so it stays atomic.
  bool take_frame() {
    base::atomic_ref<task*>(this->next).store(reinterpret_cast<task*>(poison), base::relaxed);
    return take_data();
  }

  /// How often it was taken. When all is over.
  [[nodiscard]] int times_taken() const { return taken_.peek(); }

 private:
  bool take_data() {
    const bool was_put = data_.get() == loaded;
    data_.set(emptied);
    taken_.fetch_add(1, base::relaxed);
    return was_put;
  }

  static constexpr std::uint64_t loaded = 0x10ad;
  static constexpr std::uint64_t emptied = 0xe3;
  static constexpr std::uintptr_t poison = 0xdead'0000'0000'0008;  // no address of any process

  simulated::plain<std::uint64_t> data_;
  base::atomic<int> taken_{0};
};

}  // namespace jackdaw::tests
