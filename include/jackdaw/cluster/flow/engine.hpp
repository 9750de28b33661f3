// What flows over ranks need of the engine below them (StarPU-MPI), which these headers do not know.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

#include <jackdaw/cluster/serial/standard.hpp>
#include <jackdaw/cluster/world.hpp>

namespace jackdaw::cluster::detail {

/// What is done with objects of one type without knowing it.
struct value_type {
  const char* key;  ///< the same on all ranks
  void (*save)(const void*, writer&);
  void* (*load)(reader&);
  void (*destroy)(void*) noexcept;
};

template <has_serial T>
inline const value_type value_type_of{
    typeid(T).name(), [](const void* object, writer& out) { out.put(*static_cast<const T*>(object)); },
    [](reader& in) -> void* { return new T(in.get<T>()); },
    [](void* object) noexcept { delete static_cast<T*>(object); }};

enum class mode : std::uint8_t { read, write, add };

struct access {
  std::uint32_t object;
  mode how;
};

/// The function of a task with its objects; only on the rank that executes it.
class task_body {
 public:
  task_body() = default;
  task_body(const task_body&) = delete;
  task_body& operator=(const task_body&) = delete;
  virtual ~task_body() = default;
  /// `objects`: those of the accesses, in their order.
  virtual void run(void* const* objects) = 0;
};

/// A task as all ranks submit it.
struct submission {
  std::string name;
  const char* key = "";  ///< the type of its function
  int priority = 0;
  unsigned rank = 0;  ///< that executes it
  std::vector<access> accesses;
  std::unique_ptr<task_body> body;
};

/// Partial results that are to be put together before their object is used.
class open_reduction {
 public:
  open_reduction() = default;
  open_reduction(const open_reduction&) = delete;
  open_reduction& operator=(const open_reduction&) = delete;
  virtual ~open_reduction() = default;
  /// Submits the tasks that do that.
  virtual void settle() = 0;
};

/// What all ranks do at the same place in their programs: why, and about which object.
struct meeting {
  enum reason : std::uint32_t { batch, wait, wait_for_object, fetch, end };
  reason why;
  std::uint32_t object = 0;  ///< its number, for a wait_for_object and a fetch
  bool operator==(const meeting&) const = default;
};

/// An object at its owner, which becomes the engine's; or what its constructor has thrown. Elsewhere neither.
struct made_object {
  std::unique_ptr<void, void (*)(void*) noexcept> object{nullptr, nullptr};
  std::exception_ptr thrown{};
};

class flow_engine {
 public:
  flow_engine() = default;
  flow_engine(const flow_engine&) = delete;
  flow_engine& operator=(const flow_engine&) = delete;
  virtual ~flow_engine() = default;

  /// Its number.
  virtual std::uint32_t add_object(const value_type& type, unsigned owner, made_object made) = 0;
  /// The rank that it has now.
  [[nodiscard]] virtual unsigned owner_of(std::uint32_t number) const noexcept = 0;
  virtual void remove_object(std::uint32_t number) noexcept = 0;
  /// What is there on this rank, or null.
  [[nodiscard]] virtual void* object(std::uint32_t number) const = 0;
  virtual void move_object(std::uint32_t number, unsigned to) = 0;

  /// Keeps it until all ranks have submitted the same.
  virtual void submit(submission&& task) = 0;
  virtual void is_open(open_reduction& reduction) = 0;
  virtual void is_gone(open_reduction& reduction) noexcept = 0;

  /// All ranks have submitted the same, or all throw. Their tasks begin.
  virtual void meet(meeting here) = 0;
  /// All tasks of all ranks are over. Throws flow_error.
  virtual void wait() = 0;
  /// The last meeting of a flow, and a wait; says what it cannot throw, but not what tasks have thrown.
  virtual void end() noexcept = 0;
  /// Those that use the object; `number` names it. Throws flow_error.
  virtual void wait_for(std::uint32_t number, unsigned owner) = 0;
  /// Forgets what has not begun.
  virtual void drop() noexcept = 0;
};

/// That of a world; made when it is first asked for.
[[nodiscard]] flow_engine& engine_of(world& of);

}  // namespace jackdaw::cluster::detail
