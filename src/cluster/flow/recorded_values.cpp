// Which values came from other ranks, for a recording of a flow.
#include <cstdint>
#include <string>
#include <string_view>

#include "src/cluster/flow/starpu_engine.hpp"
#include "src/cluster/record/rank_record.hpp"

namespace jackdaw::cluster::detail {

/// Of each value a rank gets one copy, which the first task there brings that reads it.
void starpu_engine::record_values(const submission& task, std::uint64_t number) {
  rank_record* const record = world_.inside().record;
  if (record == nullptr) return;
  for (const access& each : task.accesses) {
    known_object& object = objects_[each.object];
    const bool is_known = object.writer != stretch::no_number && object.recorded_by == record;
    if (is_known && object.writers_rank != task.rank && task.rank == world_.rank() && !object.is_copied)
      record->values_read.push_back({object.writer, number, object.writers_rank});
    if (task.rank == world_.rank()) object.is_copied = true;
    if (each.how == mode::read) continue;
    object.writer = number;
    object.writers_rank = task.rank;
    object.recorded_by = record;
    object.is_copied = false;
  }
}

/// For as long as the engine lives.
std::string_view starpu_engine::kept_name(const std::string& name) { return *names_.insert(name).first; }

}  // namespace jackdaw::cluster::detail
