#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include <jackdaw/cluster/record/recording.hpp>

#include "src/cluster/pool/messages.hpp"
#include "src/cluster/record/rank_record.hpp"

namespace jackdaw::cluster {

namespace {

using detail::rank_record;

/// What a rank tells rank 0, in times of the latter.
struct rank_part {
  struct numbered {
    std::uint64_t number;
    recorded_job::stretch what;
  };
  std::vector<std::string> names;
  std::vector<recorded_job::row> rows;
  std::vector<numbered> stretches;
  std::vector<detail::letter> letters;  // `row` of `rows`
  std::vector<detail::value_read> values;
  std::int64_t clock_error = 0;
  std::uint64_t lost = 0;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(names, rows, stretches, letters, values, clock_error, lost);
  }
};

/// Makes the part of this rank.
class part_maker {
 public:
  part_maker(const rank_record& from, unsigned rank, const detail::aligned_clock& clock, std::int64_t origin)
      : from_(from), rank_(rank), clock_(clock), origin_(origin) {}

  [[nodiscard]] rank_part make() {
    part_.clock_error = clock_.error();
    std::vector<std::uint32_t> row_of;
    for (std::size_t i = 0; i < from_.pool_workers.size(); ++i) {
      row_of.push_back(static_cast<std::uint32_t>(part_.rows.size()));
      if (i == 0 && from_.letters.empty()) continue;
      add_row(i == 0 ? "messages" : "worker " + std::to_string(i - 1), *from_.pool_workers[i], i != 0);
    }
    for (std::size_t i = 0; i < from_.flow_workers.size(); ++i) {
      if (!from_.flow_workers[i]->all().empty())
        add_row("worker " + std::to_string(i) + " of flows", *from_.flow_workers[i], true);
    }
    for (detail::letter each : from_.letters) {
      each.row = row_of[each.row];
      each.from = aligned(each.from);
      each.to = aligned(each.to);
      part_.letters.push_back(each);
    }
    part_.values = from_.values_read;
    return std::move(part_);
  }

 private:
  [[nodiscard]] std::int64_t aligned(std::int64_t time) const { return clock_(time) - origin_; }

  void add_row(std::string name, const detail::track& of, bool has_tasks) {
    const auto row = static_cast<std::uint32_t>(part_.rows.size());
    part_.rows.push_back({rank_, std::move(name), has_tasks});
    part_.lost += of.lost();
    for (const detail::stretch& each : of.all())
      part_.stretches.push_back(
          {each.number, {row, name_of(each.name), aligned(each.from), aligned(each.to), each.tasks}});
  }

  std::uint32_t name_of(std::string_view name) {
    const auto [at, is_new] = known_.try_emplace(name, static_cast<std::uint32_t>(part_.names.size()));
    if (is_new) part_.names.emplace_back(name);
    return at->second;
  }

  const rank_record& from_;
  unsigned rank_;
  const detail::aligned_clock& clock_;
  std::int64_t origin_;
  rank_part part_;
  std::unordered_map<std::string_view, std::uint32_t> known_;
};

/// Puts the parts of all ranks together, in their order.
class job_maker {
 public:
  void add(const rank_part& part, std::uint32_t rank) {
    const auto first_row = static_cast<std::uint32_t>(job_.rows.size());
    job_.rows.insert(job_.rows.end(), part.rows.begin(), part.rows.end());
    for (const rank_part::numbered& each : part.stretches) {
      recorded_job::stretch made = each.what;
      made.row += first_row;
      made.name = name_of(part.names[made.name]);
      if (each.number != detail::stretch::no_number) tasks_of_flows_.emplace(each.number, made);
      job_.stretches.push_back(made);
    }
    for (const detail::letter& each : part.letters) {
      const std::uint32_t name = name_of(detail::name_of(static_cast<detail::kind>(each.kind)));
      job_.handlings.push_back({each.row + first_row, name, each.peer, each.from, each.to, each.is_send});
      const auto key =
          each.is_send ? std::tuple(rank, each.peer, each.number) : std::tuple(each.peer, rank, each.number);
      side& half = (each.is_send ? sent_ : received_)[key];
      half = {name, each.row + first_row, each.is_send ? each.to : each.from, each.bytes};
    }
    for (const detail::value_read& each : part.values) values_.push_back(each);
    job_.clock_error = std::max(job_.clock_error, 2 * part.clock_error);  // of two ranks
    job_.lost += part.lost;
  }

  [[nodiscard]] recorded_job make() {
    for (const auto& [key, from] : sent_) {
      const auto to = received_.find(key);
      if (to == received_.end()) continue;
      job_.messages.push_back({from.name, from.row, to->second.row, from.time, to->second.time, from.bytes});
    }
    const std::uint32_t value = name_of("value");
    for (const detail::value_read& each : values_) {
      const auto from = tasks_of_flows_.find(each.writer);
      const auto to = tasks_of_flows_.find(each.reader);
      if (from == tasks_of_flows_.end() || to == tasks_of_flows_.end()) continue;  // it was skipped
      job_.messages.push_back({value, from->second.row, to->second.row, from->second.to, to->second.from, 0});
    }
    for (const auto& each : job_.stretches) job_.length = std::max(job_.length, each.to);
    for (const auto& each : job_.handlings) job_.length = std::max(job_.length, each.to);
    return std::move(job_);
  }

 private:
  struct side {
    std::uint32_t name = 0;
    std::uint32_t row = 0;
    std::int64_t time = 0;
    std::uint64_t bytes = 0;
  };

  std::uint32_t name_of(const std::string& name) {
    const auto [at, is_new] = known_.try_emplace(name, static_cast<std::uint32_t>(job_.names.size()));
    if (is_new) job_.names.push_back(name);
    return at->second;
  }

  recorded_job job_;
  std::unordered_map<std::string, std::uint32_t> known_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, side> sent_, received_;
  std::unordered_map<std::uint64_t, recorded_job::stretch> tasks_of_flows_;
  std::vector<detail::value_read> values_;
};

void send_to_root(const world::state& of, MPI_Comm channel, const std::vector<std::byte>& bytes) {
  if (bytes.size() > 0x7fffffffU)
    throw failure(errc::engine, of.rank, "2 GiB have been recorded; expected less: record a shorter run");
  of.check(MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, 0, 2, channel), "MPI_Send");
}

std::vector<std::byte> received_from(const world::state& of, MPI_Comm channel, int rank) {
  MPI_Status status;
  of.check(MPI_Probe(rank, 2, channel, &status), "MPI_Probe");
  int length = 0;
  MPI_Get_count(&status, MPI_BYTE, &length);
  std::vector<std::byte> bytes(static_cast<std::size_t>(length));
  of.check(MPI_Recv(bytes.data(), length, MPI_BYTE, rank, 2, channel, MPI_STATUS_IGNORE), "MPI_Recv");
  return bytes;
}

}  // namespace

recording::recording(world& of) : world_(&of), record_(std::make_unique<detail::rank_record>(of)) {}
recording::~recording() = default;

recorded_job recording::take() {
  world::state& of = world_->inside();
  const detail::aligned_clock clock = record_->end();
  const std::int64_t origin = world_->broadcast(record_->begun(), 0);
  rank_part own = part_maker(*record_, of.rank, clock, origin).make();
  recorded_job job;
  if (of.rank != 0) {
    writer out;
    out.put(own);
    send_to_root(of, record_->channel(), out.bytes());
  } else {
    job_maker all;
    all.add(own, 0);
    for (unsigned rank = 1; rank < of.ranks; ++rank) {
      const std::vector<std::byte> bytes = received_from(of, record_->channel(), static_cast<int>(rank));
      reader in(bytes);
      all.add(in.get<rank_part>(), rank);
    }
    job = all.make();
    job.hosts = of.hosts;
  }
  record_->begin();
  return job;
}

std::int64_t recorded_job::busy(std::uint32_t of_row) const {
  std::vector<std::pair<std::int64_t, std::int64_t>> times;
  for (const stretch& each : stretches)
    if (each.row == of_row) times.emplace_back(each.from, each.to);
  std::ranges::sort(times);  // one may be inside another: a task that ran while it waited
  std::int64_t sum = 0;
  std::int64_t until = INT64_MIN;
  for (const auto& [from, to] : times) {
    if (to <= until) continue;
    sum += to - std::max(from, until);
    until = to;
  }
  return sum;
}

}  // namespace jackdaw::cluster
