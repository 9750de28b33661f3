#include "cli/explain/explained_run.hpp"

#include <cstdint>

#include <nlohmann/json.hpp>

#include <jackdaw/trace/graph/graph.hpp>
#include <jackdaw/trace/read/losses.hpp>
#include <jackdaw/trace/text/text.hpp>

#include "cli/explain/contradictions.hpp"

namespace jackdaw::cli {

void explained_run::find_order() {
  order = trace::graph_reader::read(seen, static_cast<std::uint64_t>(price.steal));
}

apps::json explained_run::figures() const {
  const trace::losses lost = trace::losses::of(seen);
  apps::json all{{"work_nanoseconds", order.work},
                 {"span_nanoseconds", order.span},
                 {"average_parallelism", order.parallelism()},
                 {"burden_nanoseconds", order.burden},
                 {"burdened_span_nanoseconds", order.burdened_span},
                 {"burdened_parallelism", order.burdened_parallelism()},
                 {"graph_class", name_of(order.order)},
                 {"complete", order.complete},
                 {"events_lost", seen.lost},
                 {"workers_nanoseconds", lost.of_workers},
                 {"away", away_text(lost)},
                 {"not_seen", unseen_text(lost)},
                 {"warnings", warnings(lost, order)}};
  all.update(to_json(lost));
  return all;
}

void add_explanation(table& lines, const apps::json& figures) {
  const auto time = [&](const char* name) { return trace::duration(figures[name].get<double>()); };
  const auto number = [&](const char* name) { return trace::fixed(figures[name].get<double>(), 1); };
  const std::string part = figures["complete"].get<bool>() ? "" : " (of a part of the run)";
  lines.row({"work", time("work_nanoseconds") + part});
  lines.row({"span", time("span_nanoseconds") + part});
  lines.row({"average parallelism", number("average_parallelism") + part});
  lines.row({"burdened span", time("burdened_span_nanoseconds") + ", parallelism " +
                                  number("burdened_parallelism") +
                                  ", when each task comes from another worker, " +
                                  time("burden_nanoseconds") + " late" + part});
  lines.row({"task graph", figures["graph_class"].get<std::string>()});
  lines.row({"workers", figures["away"].get<std::string>()});
  if (const auto unseen = figures["not_seen"].get<std::string>(); !unseen.empty())
    lines.row({"not seen", unseen});
  for (const auto& each : figures["warnings"]) lines.row({"warning", each.get<std::string>()});
  const auto lost = figures["events_lost"].get<std::uint64_t>();
  if (lost != 0) {
    lines.row(
        {"events lost", std::to_string(lost) + ": the figures above are of a part of the run; see --events"});
  }
}

}  // namespace jackdaw::cli
