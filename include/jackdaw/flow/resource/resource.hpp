// Something of which there is so much, and which tasks need while they run.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <jackdaw/flow/resource/unit_pool.hpp>
#include <jackdaw/flow/resource/unit_sharing.hpp>

namespace jackdaw {

namespace dataflow {
struct units_of;
}

/// A number of units that tasks share: licences, slots of a device, streams of a disk, megabytes of memory. A task that
/// is submitted with require(r, 2) runs only while two units of `r` are free, and has them until it is over. The units
/// are counted and nothing else: which licence a task uses is its own affair.
///     resource licences(3);
///     resource memory(64);  // gigabytes
///     licences.name("licences");
///     for (job& each : jobs) {
///       tasks.submit(require(licences), require(memory, each.gigabytes), [&each] { each.solve(); });
///     }
///     tasks.wait();  // never more than three at a time, nor more than 64 gigabytes
///
/// Tasks of several flows, on several schedulers, may share one. It must outlive them; destroying it earlier is caught,
/// as with handles: the program ends with a message. It neither moves nor is copied.
/// Not for one thing that one task at a time changes: that is a handle, whose accesses are in order. Not for all tasks
/// of a scheduler: that is its number of workers.
///
/// Cost: a lock of the process, when a task takes its units and when it gives them back. No worker waits for units. For
/// a task that waits, logarithmic in the number of those that do. Threads: any may name it in submit(). Errors: none.
class resource {
 public:
  /// None of the units is in use. 0: no task can run that requires some.
  explicit resource(std::uint64_t units) : pool_(units) {}
  resource(const resource&) = delete;
  resource& operator=(const resource&) = delete;
  ~resource() = default;

  /// How many there are.
  [[nodiscard]] std::uint64_t units() const noexcept { return pool_.units(); }

  /// How many no task has; old when it is returned.
  [[nodiscard]] std::uint64_t available() const noexcept { return pool_.free_units(); }

  /// Sets what messages call it. Throws std::bad_alloc.
  void name(std::string_view text) { pool_.name(text); }
  /// Empty: it has no name.
  [[nodiscard]] std::string name() const { return pool_.name(); }

 private:
  friend struct dataflow::units_of;
  dataflow::unit_pool pool_;
};

}  // namespace jackdaw
