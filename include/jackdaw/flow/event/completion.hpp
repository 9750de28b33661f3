// The right to say that a task is over.
#pragma once

#include <exception>
#include <stdexcept>
#include <utility>

#include <jackdaw/flow/event/awaited_event.hpp>

namespace jackdaw {

/// What the function of a task `with_completion` gets: the task is over when the function has returned and some thread
/// has called fulfil(). So a task can stand for work that is done elsewhere: by an I/O thread, a timer, a device, or
/// another library. No worker waits for it.
///     tasks.submit(with_completion, write(block), [&disk](completion done, buffer& b) {
///       disk.read(b, [done = std::move(done)]() mutable { done.fulfil(); });  // called by a thread of the disk
///     });
///     tasks.submit(read(block), use);  // runs when the block is there
///
/// It moves and is not copied. One that is destroyed without fulfil() or fail() has failed: so a completion that is
/// lost is an error of the task and no endless wait. Threads: any, one at a time. It may be fulfilled before the
/// function has returned. The objects of the task may be used until then. Cost: a lock for a moment when it is made and
/// when it is fulfilled, and a put into the scheduler if the function has returned before.
///
/// In a child of fork() the completions of the parent do nothing. When std::exit() was called in a task, the tasks of
/// flows do not go on, and fulfil() returns. Not for work of the program's own: that is a task.
class [[nodiscard]] completion {
 public:
  /// Of a task; for the flow.
  explicit completion(dataflow::awaited_event& of) noexcept : of_(&of) {}
  completion(completion&& from) noexcept : of_(std::exchange(from.of_, nullptr)) {}
  /// The event that was here before is dropped.
  completion& operator=(completion&& from) noexcept {
    if (this != &from) {
      drop();
      of_ = std::exchange(from.of_, nullptr);
    }
    return *this;
  }
  ~completion() { drop(); }

  /// The task is over, as soon as its function has returned. Once; throws std::logic_error when there is nothing left
  /// to fulfil.
  void fulfil() { end(nullptr); }

  /// The same for a task that has failed, as if its function had thrown this. `thrown` is not null, else it is
  /// std::invalid_argument.
  void fail(std::exception_ptr thrown) {
    if (thrown == nullptr) {
      throw std::invalid_argument(
          "a completion fails with a null exception; expected std::make_exception_ptr(…)");
    }
    end(std::move(thrown));
  }

  /// Whether it is still to be fulfilled by this object.
  [[nodiscard]] bool is_pending() const noexcept { return of_ != nullptr; }

  /// As a pointer for callbacks that take a void*, which becomes a completion again by from_pointer(). Until then it is
  /// not dropped by anybody. Null: there is nothing left to fulfil.
  [[nodiscard]] void* to_pointer() noexcept { return std::exchange(of_, nullptr); }

  /// What to_pointer() has given, once.
  ///     launch_host_function(stream, [](void* done) { completion::from_pointer(done).fulfil(); }, done.to_pointer());
  [[nodiscard]] static completion from_pointer(void* given) noexcept {
    return completion(*static_cast<dataflow::awaited_event*>(given));
  }

 private:
  void end(std::exception_ptr thrown) {
    dataflow::awaited_event* const of = std::exchange(of_, nullptr);
    if (of == nullptr) {
      throw std::logic_error(
          "a completion is fulfilled that has nothing to fulfil; expected one call for each task");
    }
    if (of->is_of_this_process()) of->end(std::move(thrown));
  }

  void drop() noexcept {
    dataflow::awaited_event* const of = std::exchange(of_, nullptr);
    if (of != nullptr && of->is_of_this_process()) of->drop();
  }

  dataflow::awaited_event* of_;
};

}  // namespace jackdaw
