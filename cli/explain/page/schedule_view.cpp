#include "cli/explain/page/schedule_view.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <jackdaw/base/characters.hpp>
#include <jackdaw/trace/formats/colour.hpp>
#include <jackdaw/trace/text/text.hpp>

#include "cli/explain/page/schedule_script.hpp"

namespace jackdaw::cli {

namespace {

using trace::history;

/// Whole numbers, seven bits a byte, the lowest first; then the bytes in base 64.
class packed {
 public:
  void add(std::uint64_t number) {
    for (; number > 0x7f; number >>= 7U) bytes_ += static_cast<char>(0x80U | (number & 0x7fU));
    bytes_ += static_cast<char>(number);
  }
  void add_signed(std::int64_t number) {
    add((static_cast<std::uint64_t>(number) << 1U) ^ static_cast<std::uint64_t>(number >> 63U));
  }

  [[nodiscard]] std::string text() const {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string all;
    all.reserve((bytes_.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes_.size(); i += 3) {
      const std::size_t count = std::min<std::size_t>(3, bytes_.size() - i);
      std::uint32_t three = 0;
      for (std::size_t j = 0; j < 3; ++j)
        three = three << 8U | (j < count ? static_cast<unsigned char>(bytes_[i + j]) : 0U);
      for (std::size_t j = 0; j < 4; ++j) all += j <= count ? digits[three >> (18 - 6 * j) & 0x3fU] : '=';
    }
    return all;
  }

 private:
  std::string bytes_;
};

/// The tasks of a worker that ran inside equally many others: one after the other, by their begin.
using rows = std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<const history::task*>>;

rows rows_of(const history& run) {
  rows all;
  for (const auto& task : run.tasks) {
    if (task.ran()) all[{task.worker, task.depth}].push_back(&task);
  }
  for (auto& [place, row] : all)
    std::ranges::sort(row, {}, [](const history::task* task) { return task->started; });
  return all;
}

void add_row(packed& to, const std::vector<const history::task*>& row) {
  std::uint64_t before = 0;
  std::int64_t last = 0;
  to.add(row.size());
  for (const history::task* task : row) {
    to.add(task->started - before);
    to.add(task->finished - task->started);
    to.add(task->kind == history::none ? 0 : task->kind + 1);
    to.add_signed(static_cast<std::int64_t>(task->number) - last);
    to.add(task->parent == history::none ? 0 : task->creator + 1);
    to.add(task->started - std::min(task->created, task->started));
    before = task->started;
    last = static_cast<std::int64_t>(task->number);
  }
}

void add_intervals(packed& to, const std::vector<history::interval>& all) {
  to.add(all.size());
  for (const auto& each : all) {
    to.add(each.worker);
    to.add(each.from);
    to.add(each.to - each.from);
  }
}

std::string data_of(const history& run) {
  packed data;
  const rows all = rows_of(run);
  data.add(run.workers);
  data.add(run.end);
  data.add(all.size());
  for (const auto& [place, row] : all) {
    data.add(place.first);
    data.add(place.second);
    add_row(data, row);
  }
  add_intervals(data, run.waits);
  add_intervals(data, run.parked);
  return data.text();
}

}  // namespace

void write_schedule_view(std::ostream& out, const history& run, trace::task_shape shape) {
  out << schedule_element << "<script type=\"application/json\" id=\"schedule-kinds\">[";
  for (std::uint32_t i = 0; i < run.kinds.size(); ++i) {
    std::string name = trace::in_json(base::visible(run.kinds[i].name));
    for (std::size_t at = 0; (at = name.find('<', at)) != std::string::npos;) name.replace(at, 1, "\\u003c");
    out << (i > 0 ? "," : "") << "{\"name\":" << name << ",\"colour\":\""
        << trace::hexadecimal(trace::primaries_of(run, i)) << "\"}";
  }
  out << "]</script>\n<script type=\"text/plain\" id=\"schedule-data\" data-shape=\""
      << (shape == trace::task_shape::triangles ? "triangles" : "bars") << "\">" << data_of(run)
      << "</script>\n"
      << schedule_script;
}

}  // namespace jackdaw::cli
