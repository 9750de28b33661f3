// A recorded run as a graph: work, span, and the critical path.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <jackdaw/trace/record/recording.hpp>

namespace jackdaw::trace {

/// KR02 section 2.1: what orders the tasks of a run.
enum class graph_class : unsigned char {
  d0,    ///< nothing: there are initial tasks only
  dh,    ///< creation: tasks create others, a hierarchy
  d_any  ///< tasks also wait for others
};

/// As words.
[[nodiscard]] constexpr std::string_view name_of(graph_class order) noexcept {
  switch (order) {
    case graph_class::d0:
      return "D0: initial tasks only";
    case graph_class::dh:
      return "DH: tasks create others";
    default:
      return "D∞: tasks wait for others";
  }
}

/// A recorded run as a graph: work, span and the critical path. Made by graph_reader::read().
///     const graph order = graph_reader::read(seen, 1000);  // a burden of 1 µs
///     std::printf("parallelism %.1f, burdened %.1f", order.parallelism(), order.burdened_parallelism());
///
/// Cost: none. Threads: a value, as any other. Errors: none.
struct graph {
  /// No handle.
  static constexpr std::uint32_t none = UINT32_MAX;

  /// A piece of the critical path: so long in one task.
  struct step {
    task_number task;
    std::uint64_t nanoseconds;
    std::uint32_t handle =
        none;  ///< the path came to the task by an access of it; as in data_order; none: otherwise
  };

  std::uint64_t work = 0;  ///< T1: nanoseconds in tasks
  std::uint64_t span = 0;  ///< T∞: nanoseconds on the longest path
  std::uint64_t burdened_span =
      0;  ///< on the path that is longest when each task begins, or goes on after others, `burden` late
  std::uint64_t burden = 0;             ///< nanoseconds
  graph_class order = graph_class::d0;  ///< what orders the tasks
  bool complete = true;  ///< false: events were lost, and all of this is about what is left of the run
  std::vector<step> critical_path;  ///< from an initial task to the end

  /// How many processors can be of use: work / span, and work / burdened_span.
  [[nodiscard]] double parallelism() const noexcept { return ratio(span); }
  [[nodiscard]] double burdened_parallelism() const noexcept { return ratio(burdened_span); }

 private:
  [[nodiscard]] double ratio(std::uint64_t path) const noexcept {
    return path == 0 ? 0 : static_cast<double>(work) / static_cast<double>(path);
  }
};

}  // namespace jackdaw::trace
