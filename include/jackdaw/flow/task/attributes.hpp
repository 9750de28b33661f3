// What can stand before the accesses of a task: what is said of the task itself.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <jackdaw/base/processors/numa_nodes.hpp>
#include <jackdaw/flow/resource/resource.hpp>
#include <jackdaw/flow/version/handle.hpp>
#include <jackdaw/flow/version/versions.hpp>

namespace jackdaw {

/// What a task is called, in errors, traces and pictures: submit(named("gemm"), read(a), …). Tasks of one function may
/// have several names. A std::string (or std::string_view) is copied, and kept as long as the task. Of a const char*,
/// as a literal is, the pointer is kept: that text must outlive the task. Cost: a pointer in the task, or a
/// std::string. Throws what copying the text throws.
template <class Text = const char*>
struct named {
  static_assert(std::is_same_v<Text, const char*> || std::is_same_v<Text, std::string>,
                "jackdaw: a task is named by a literal or a std::string");
  template <class From>
    requires std::constructible_from<Text, From&&>
  explicit constexpr named(From&& what) noexcept(std::is_nothrow_constructible_v<Text, From&&>)
      : text(std::forward<From>(what)) {}
  Text text;  ///< the name
};
named(const char*) -> named<const char*>;
named(std::string) -> named<std::string>;
named(std::string_view) -> named<std::string>;

/// The task may submit subtasks, and ends when they have ended: submit(with_subtasks, write(a), [](auto& subtasks,
/// T& a) {…}). Before its objects its function gets a basic_subtasks (flow/task/subtasks.hpp).
struct with_subtasks_t {
  explicit with_subtasks_t() = default;
};
/// The attribute itself: `submit(with_subtasks, write(a), function)`. See with_subtasks_t.
inline constexpr with_subtasks_t with_subtasks{};

/// The task is over when some thread says so: submit(with_completion, write(a), [](completion done, T& a) {…}). Before
/// its objects, and behind basic_subtasks, its function gets a completion (flow/event/completion.hpp).
struct with_completion_t {
  explicit with_completion_t() = default;
};
/// The attribute itself: `submit(with_completion, write(a), function)`. See with_completion_t.
inline constexpr with_completion_t with_completion{};

/// submit() returns the task as a value: auto r = tasks.submit(with_result, read(a), function). See basic_task_result
/// (flow/result/task_result.hpp).
struct with_result_t {
  explicit with_result_t() = default;
};
/// The attribute itself: `submit(with_result, write(a), function)`. See with_result_t.
inline constexpr with_result_t with_result{};

/// The task runs whatever has failed before it, and after cancel(): to clean up, to repair, or to note what has failed.
/// Before its objects its function gets a flow_failures, which says what is damaged and why
/// (flow/failure/flow_failures.hpp): submit(always, write(a), [](const flow_failures& before, T& a) {…}). What it names
/// with write() is whole again when it ends without an exception. It does not run when it is a subtask in a cycle that
/// the end of the flow opens. Its subtasks run always only if they say so themselves.
struct always_t {
  explicit always_t() = default;
};
/// The attribute itself: `submit(always, write(a), function)`. See always_t.
inline constexpr always_t always{};

/// The task can see that its flow was cancelled while it runs: submit(with_stop_token, write(a), [](std::stop_token
/// stop, T& a) {…}). cancel() asks it to stop, a failure does not. Whether it stops is up to the task. Its parallel
/// loops may get the token, and a std::stop_callback may tell an outside event. Each time that wait() has ended a
/// cancelled round, later tasks get another token. The first task with a token makes room for it, and fails with
/// std::bad_alloc where there is none.
struct with_stop_token_t {
  explicit with_stop_token_t() = default;
};
/// The attribute itself: `submit(with_stop_token, write(a), function)`. See with_stop_token_t.
inline constexpr with_stop_token_t with_stop_token{};

/// Of the ready tasks of a flow that have a priority, a worker takes the one with the largest number. Of equal ones
/// it takes the one that was ready first: submit(priority(3), write(a), …). Whether a worker takes one of these, or a
/// task without a priority, is up to the pool.
struct priority {
  explicit constexpr priority(int how_urgent) noexcept : value(how_urgent) {}
  int value;  ///< how urgent
};

/// The task runs on this worker of the scheduler and on no other: submit(pinned(2), write(a), …). From 0 to
/// workers()-1; else submit() throws std::invalid_argument, and nothing is submitted. Worker 0 is the thread that
/// waits for tasks, or one of the scheduler's while none does. So pinned(0) is not always the same thread. Not together
/// with priority or affinity.
struct pinned {
  explicit constexpr pinned(unsigned which) noexcept : worker(which) {}
  unsigned worker;  ///< its id
};

/// A node of a machine whose memory has several parts, as its kernel numbers them; for affinity().
///     const numa_node home = numa_node::of(values.data());
///     tasks.submit(affinity(home), write(part), smooth);
struct numa_node {
  explicit constexpr numa_node(unsigned which) noexcept : number(which) {}

  /// In whose memory that address lies. Unknown where the kernel does not say, as in some containers. Cost: a system
  /// call; so ask once, not for each task. Threads: any. Errors: none.
  [[nodiscard]] static numa_node of(const void* address) noexcept {
    return numa_node(base::numa_nodes::of_address(address));
  }

  /// The same for the object of a handle. A container lies there without its elements: name the address of these.
  template <class T>
  [[nodiscard]] static numa_node of(const handle<T>& object) noexcept {
    if constexpr (std::is_void_v<T>) {
      static_assert(
          !std::is_void_v<T>,
          "jackdaw: a handle<void> has no object, and so no node; expected the address of the data");
      return numa_node(base::numa_nodes::unknown);
    } else {
      return of(static_cast<const void*>(std::addressof(object.value())));
    }
  }

  /// Whether the kernel has said it.
  [[nodiscard]] constexpr bool is_known() const noexcept { return number != base::numa_nodes::unknown; }

  unsigned number;  ///< as the kernel numbers it
};

/// Where the task would best run: on this worker, or on the one that has last run a task with an affinity to the same
/// handle, or address: submit(affinity(a), write(a), …). So data stay in the cache of the processor that used them. Or
/// on a worker that is on this node of the machine when it takes the task: submit(affinity(numa_node::of(a)), …). It
/// is a hint: a worker that finds none of its own takes tasks that another one would have had. A worker takes its own
/// newest first. A worker that the scheduler does not have: submit() throws std::invalid_argument, and nothing is
/// submitted. Where a node is unknown, or has no processors, any worker is as good. The handle need not be one of those
/// that the task accesses, and is not used: only its address counts. A null pointer is worker 0.
///     for (auto& row : rows) tasks.submit(affinity(row), write(row), smooth);
///
/// Not together with priority or pinned. Cost: that of a priority, and 8 KiB for the flow when the first one is
/// submitted. Of two handles the addresses may count as one; then tasks go by the last of both. Threads: any.
struct affinity {
  explicit constexpr affinity(unsigned which) noexcept : worker(which) {}
  explicit affinity(const dataflow::versions& of) noexcept : near(&of) {}
  explicit constexpr affinity(numa_node which) noexcept : node(which.number) {}
  template <class T>
    requires(!std::is_function_v<T>)
  explicit affinity(T* data) noexcept : near(const_cast<const std::remove_volatile_t<T>*>(data)) {}
  /// Does not compile.
  template <class Other>
    requires(!std::same_as<std::remove_cvref_t<Other>, affinity> && !std::convertible_to<Other, unsigned> &&
             !std::same_as<std::remove_cvref_t<Other>, numa_node> &&
             !std::convertible_to<Other, const dataflow::versions&>)
  explicit affinity(Other&& /*near*/) noexcept {
    static_assert(
        std::is_void_v<Other>,
        "jackdaw: an affinity is to a worker, a handle, an address or a node, not to a range, a function or "
        "nullptr; expected affinity(worker), affinity(handle), affinity(&data) or affinity(numa_node)");
  }
  /// Whether it is to a node.
  [[nodiscard]] constexpr bool is_to_node() const noexcept { return node != no_node; }

  static constexpr unsigned no_node =
      base::numa_nodes::unknown - 1;  ///< what `node` is for a worker or an address
  unsigned worker = 0;                ///< its id, where `near` is null and it is to no node
  unsigned node = no_node;            ///< its number
  const void* near = nullptr;         ///< what the worker has used last
};

/// The task runs only while so many units of a resource are free, and has them until its function has returned and its
/// completion, if it has one, was fulfilled: submit(require(licences, 2), write(a), …). Before its subtasks are over it
/// has given them back. It may require several resources, and gets the units of all at once. The same one twice counts
/// twice. More units than the resource has: submit() throws std::invalid_argument, and nothing is submitted. 0 is
/// nothing. A task that is skipped takes none. `from` must outlive the task. flow/resource/resource.hpp has more.
///
/// Tasks with larger priorities get units first, those without one as if it were 0; of equal ones the first that could
/// run. A task for which there are enough overtakes those for which there are not, but only 64 times the one that has
/// waited longest. Not in a task that waits, inside its function, for others that require the same: these never get it.
struct require {
  explicit constexpr require(resource& from, std::uint64_t how_many = 1) noexcept
      : of(&from), units(how_many) {}
  resource* of;         ///< the resource
  std::uint64_t units;  ///< how many
};

}  // namespace jackdaw
