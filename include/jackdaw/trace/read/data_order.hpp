// In which order the tasks of a recording had to access their data.
//
// Source: T15 section 3. An access requires that all that were registered before its group are over. So a handle's
// accesses are a sequence of groups, each with one version. Those of a group come in any order or at the same time,
// those of the next one when all of them are over.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include <jackdaw/trace/read/member_places.hpp>
#include <jackdaw/trace/record/recording.hpp>

namespace jackdaw::trace {

/// The groups of all handles. Not exact in two cases. A handle was destroyed after accesses of one version only, and
/// another one was made in its place: they are taken for one. Or a partial result was handed over
/// (flow/reduction/merging.hpp): the task that gave it is not seen before those that read the object. Cost: as sorting
/// the accesses. Throws std::bad_alloc.
class data_order {
 public:
  static constexpr std::uint32_t none = UINT32_MAX;

  struct member {
    task_number task;
    bool late;  ///< the task began without it
  };
  struct group {
    std::uint32_t handle = none;       ///< handles are numbered 0, 1, … as they appear
    std::uint32_t version = 0;         ///< that its accesses require; the lower 30 bits
    std::uint32_t before = none;       ///< the group of the same handle that comes before it
    bool one_by_one = false;           ///< its accesses take turns, in the order of …
    std::vector<member> members = {};  ///< … the tasks that acquired them
  };
  /// What an acquired or a released event belongs to.
  struct access {
    std::uint32_t group = none;
    std::uint32_t place = 0;  ///< among the members; of a released one only where they take turns
  };

  std::vector<group> groups;
  std::uint32_t handles = 0;
  std::vector<std::uint32_t> name_of_handle;  ///< of the recording's handle_names; none: it has none
  std::vector<std::vector<access>>
      of_worker;  ///< of each worker's acquired and released events, in their order

  [[nodiscard]] static data_order read(const recording& seen) {
    data_order found;
    reader(seen, found).read();
    return found;
  }

 private:
  class reader {
   public:
    reader(const recording& seen, data_order& found) : seen_(seen), found_(found) {}

    void read() {
      found_.of_worker.resize(seen_.workers.size());
      for (std::size_t id = 0; id < seen_.workers.size(); ++id) collect(id);
      std::stable_sort(all_.begin(), all_.end(), [](const one& a, const one& b) {
        return a.what_happened.time < b.what_happened.time;
      });
      for (const one& each : all_) sort_in(each);
      for (auto& [subject, each] : handles_) close(each);
    }

   private:
    struct one {
      event what_happened;
      std::size_t worker;
      std::size_t index;  // among the worker's
      task_number task;
    };
    /// A handle since it was made.
    struct life {
      std::uint32_t handle = none;
      std::map<std::uint32_t, std::uint32_t> groups;  // by version
      std::int64_t open = 0;                          // accesses under way
    };

    void collect(std::size_t id) {
      std::vector<task_number> stack;
      for (const event& e : seen_.workers[id]) {
        if (e.happened() == what::started) stack.push_back(e.subject);
        if (e.happened() == what::finished && !stack.empty()) stack.pop_back();
        if (e.happened() < what::acquired || e.happened() > what::named) continue;
        all_.push_back({e, id, found_.of_worker[id].size(), stack.empty() ? 0 : stack.back()});
        if (e.happened() != what::named) found_.of_worker[id].emplace_back();
      }
    }

    /// Clocks of two workers may differ by more than a handle needs to pass from one to the other: the version
    /// counts, not the time.
    void sort_in(const one& each) {
      const event& e = each.what_happened;
      if (e.happened() == what::named) {
        names_[e.subject] = e.other;
        return;
      }
      const std::uint32_t version = version_of(e.other);
      life& of = handles_[e.subject];
      const bool begins = e.happened() == what::acquired;
      if (begins && of.open == 0 && !of.groups.empty() && version < of.groups.rbegin()->first) {
        close(of);
        of = {};
      }
      if (of.handle == none) {
        of.handle = found_.handles++;
        found_.name_of_handle.push_back(none);
      }
      const auto [place, is_new] =
          of.groups.try_emplace(version, static_cast<std::uint32_t>(found_.groups.size()));
      if (is_new) found_.groups.push_back({of.handle, version});
      group& in = found_.groups[place->second];
      in.one_by_one = in.one_by_one || has_turn(e.other);
      of.open += begins ? 1 : -1;
      if (begins) {
        take_name(e.subject, of.handle);
        places_.add(place->second, each.task);
        in.members.push_back({each.task, is_late(e.other)});
      }
      found_.of_worker[each.worker][each.index] = {
          place->second, begins || in.one_by_one ? places_.of(place->second, each.task) : 0};
    }

    void take_name(std::uint32_t subject, std::uint32_t handle) {
      const auto name = names_.find(subject);
      if (name == names_.end()) return;
      found_.name_of_handle[handle] = name->second;
      names_.erase(name);
    }

    void close(const life& of) {
      std::uint32_t before = none;
      for (const auto& [version, at] : of.groups) {
        found_.groups[at].before = before;
        before = at;
      }
    }

    const recording& seen_;
    data_order& found_;
    std::vector<one> all_;
    std::unordered_map<std::uint32_t, life> handles_;
    member_places<> places_;                                  // where a task has acquired last
    std::unordered_map<std::uint32_t, std::uint32_t> names_;  // for the next access of the handle
  };
};

}  // namespace jackdaw::trace
