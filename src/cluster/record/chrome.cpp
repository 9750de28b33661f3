#include <algorithm>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include <jackdaw/cluster/record/recorded_job.hpp>
#include <jackdaw/trace/text/text.hpp>

namespace jackdaw::cluster {

namespace {

using trace::in_json;

/// Trace Event Format: X slices, s and f arrows, M names. A process for each rank, a thread for each row.
class chrome_writer {
 public:
  chrome_writer(std::ostream& out, const recorded_job& job) : out_(out), job_(job) {}

  void write() {
    const trace::plain_numbers plain(out_);
    out_ << R"({"displayTimeUnit":"ns","otherData":{"program":"jackdaw","ranks":)" << job_.hosts.size()
         << ",\"clock_error_ns\":" << job_.clock_error << ",\"stretches_lost\":" << job_.lost
         << "},\"traceEvents\":[\n";
    write_names();
    write_slices();
    write_arrows();
    out_ << "\n]}\n";
  }

 private:
  struct slice {
    std::uint32_t row;
    std::int64_t from, to;
    std::uint32_t name;
    std::string arguments;
    const char* category;
  };

  void write_names() {
    for (std::size_t rank = 0; rank < job_.hosts.size(); ++rank) {
      begin("M") << ",\"pid\":" << rank + 1 << R"(,"name":"process_name","args":{"name":)"
                 << in_json("rank " + std::to_string(rank) + " on " + job_.hosts[rank]) << "}}";
    }
    for (std::uint32_t row = 0; row < job_.rows.size(); ++row) {
      begin("M");
      place(row) << R"(,"name":"thread_name","args":{"name":)" << in_json(job_.rows[row].name) << "}}";
    }
  }

  /// Those of a row are nested, and never overlap: the outer one stands first.
  void write_slices() {
    std::vector<slice> all;
    for (const auto& each : job_.stretches)
      all.push_back(
          {each.row, each.from, each.to, each.name, "\"tasks\":" + std::to_string(each.tasks), "task"});
    for (const auto& each : job_.handlings)
      all.push_back({each.row, each.from, each.to, each.name,
                     std::string(each.is_send ? "\"to" : "\"from") + " rank\":" + std::to_string(each.peer),
                     each.is_send ? "send" : "receive"});
    std::ranges::sort(all, [](const slice& a, const slice& b) {
      if (a.row != b.row) return a.row < b.row;
      if (a.from != b.from) return a.from < b.from;
      return a.to > b.to;
    });
    for (const slice& each : all) {
      begin("X");
      place(each.row) << ",\"ts\":" << time(each.from) << ",\"dur\":" << time(each.to - each.from)
                      << ",\"cat\":\"" << each.category << "\",\"name\":" << in_json(job_.names[each.name])
                      << ",\"args\":{" << each.arguments << "}}";
    }
  }

  /// An arrow begins and ends within a slice, and does not go back: the clocks of two ranks may differ a little.
  void write_arrows() {
    std::uint64_t number = 0;
    for (const auto& each : job_.messages) {
      ++number;
      arrow("s", number, each.from_row, std::max<std::int64_t>(each.sent - 1, 0), each.name);
      arrow("f", number, each.to_row, std::max(each.sent, each.received), each.name);
    }
  }

  void arrow(const char* phase, std::uint64_t number, std::uint32_t row, std::int64_t when,
             std::uint32_t name) {
    begin(phase);
    place(row) << ",\"ts\":" << time(when) << ",\"id\":" << number
               << ",\"cat\":\"message\",\"name\":" << in_json(job_.names[name]);
    if (*phase == 'f') out_ << ",\"bp\":\"e\"";
    out_ << "}";
  }

  /// Rows of a process are numbered from 1 on.
  std::ostream& place(std::uint32_t row) {
    return out_ << ",\"pid\":" << job_.rows[row].rank + 1 << ",\"tid\":" << row + 1;
  }
  std::ostream& begin(const char* phase) {
    if (!first_) out_ << ",\n";
    first_ = false;
    return out_ << "{\"ph\":\"" << phase << '"';
  }
  [[nodiscard]] static std::string time(std::int64_t nanoseconds) {
    return trace::microseconds(static_cast<std::uint64_t>(std::max<std::int64_t>(nanoseconds, 0)));
  }

  std::ostream& out_;
  const recorded_job& job_;
  bool first_ = true;
};

}  // namespace

void write_chrome(std::ostream& out, const recorded_job& job) { chrome_writer(out, job).write(); }

}  // namespace jackdaw::cluster
