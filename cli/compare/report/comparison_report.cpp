#include "cli/compare/report/comparison_report.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/support/text/quoted.hpp"
#include "cli/compare/ranking.hpp"
#include "cli/schedulers.hpp"
#include "cli/text/numbers.hpp"
#include "cli/text/table.hpp"

namespace jackdaw::cli {

namespace {

double efficiency(double speedup, const measurement& of) {
  return speedup / static_cast<double>(of.choice.workers);
}

/// Several choices for some number of workers, so that one of them is the fastest.
bool is_contest(const comparison& found) {
  const auto same = [](const measurement& a, const measurement& b) {
    return a.choice.workers == b.choice.workers;
  };
  return std::adjacent_find(found.results.begin(), found.results.end(), same) != found.results.end();
}

std::string quoted(const std::string& field) {
  if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
  std::string result = "\"";
  for (const char c : field) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + '"';
}

/// Of a name that is in no catalogue, as in tests: none.
std::vector<parameter_line> parameters_of(const std::string& pool) {
  const auto known = names(pool_lines());
  if (std::ranges::find(known, pool.substr(0, pool.find(':'))) == known.end()) return {};
  return parameter_lines(pool);
}

apps::json times(const measurement& of) {
  return {{"seconds", of.time()},      {"least", of.least()},   {"most", of.most()},
          {"all_seconds", of.seconds}, {"checked", of.correct}, {"check", of.line}};
}

/// A mean of counts. Seldom is not never: few have a decimal, or the first that is not 0.
std::string mean_text(double mean) {
  if (mean >= 10 || mean == std::floor(mean)) return fmt::format("{:.0f}", mean);
  return mean < 0.05 ? fmt::format("{:.1g}", mean) : fmt::format("{:.1f}", mean);
}

/// What a run did on average. A worker that waits for a lock inside a sleep does not count twice; inside a search it does.
void print_counters(std::ostream& out, const comparison& found) {
  using enum table::side;
  table rows({{"workers", right},
              {"pool"},
              {"steals", right},
              {"failed", right},
              {"tasks a steal", right},
              {"searching", right},
              {"lock waits", right},
              {"at locks", right},
              {"sleeps", right},
              {"asleep", right}});
  for (const measurement& each : found.results) {
    if (!each.has_counts) continue;
    const auto runs = static_cast<double>(each.seconds.size());
    const auto one = [runs](std::uint64_t all) { return mean_text(static_cast<double>(all) / runs); };
    const auto time = [runs](std::uint64_t all) { return duration(1e-9 * static_cast<double>(all) / runs); };
    const observe::run_totals& of = each.counted;
    rows.row({std::to_string(each.choice.workers), each.choice.pool, one(of.steals_done),
              one(of.steals_tried - of.steals_done),
              of.steals_done == 0 ? "-"
                                  : fmt::format("{:.2f}", static_cast<double>(of.tasks_stolen) /
                                                              static_cast<double>(of.steals_done)),
              of.steals_tried == 0 ? "-" : time(of.search_time), one(of.lock_waits), time(of.lock_time),
              one(of.parks), time(of.sleep_time)});
  }
  out << "\nWhat the workers did in a run, all together; times from making the scheduler to its end of "
         "work;\nsearching: from when a worker has nothing of its own until it has something of others, or "
         "has looked "
         "everywhere\n";
  rows.print(out);
}

apps::json counters_json(const measurement& of) {
  const observe::run_totals& all = of.counted;
  return {{"runs", of.seconds.size()},
          {"steals_tried", all.steals_tried},
          {"steals_done", all.steals_done},
          {"tasks_stolen", all.tasks_stolen},
          {"lock_waits", all.lock_waits},
          {"lock_seconds", 1e-9 * static_cast<double>(all.lock_time)},
          {"parks", all.parks},
          {"sleep_seconds", 1e-9 * static_cast<double>(all.sleep_time)},
          {"search_seconds", 1e-9 * static_cast<double>(all.search_time)},
          {"wakes", all.wakes}};
}

void print_csv_rows(std::ostream& out, const comparison& found) {
  const fastest_ones fastest(found);
  for (const measurement& each : found.results) {
    const auto speedup = found.speedup(each);
    out << fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\r\n", quoted(found.app), quoted(found.input),
        each.choice.pool, each.choice.memory, each.choice.idle, each.choice.workers, each.tasks, each.time(),
        each.least(), each.most(), found.serial ? fmt::format("{}", found.serial->time()) : "",
        speedup ? fmt::format("{}", *speedup) : "",
        speedup ? fmt::format("{}", efficiency(*speedup, each)) : "", each.correct, fastest.has(each));
  }
}

}  // namespace

void print_wrong(std::ostream& out, const comparison& found) {
  if (found.serial && !found.serial->correct)
    out << "WRONG serial program: " << apps::quoted(found.serial->line, 1000) << '\n';
  for (const measurement& each : found.results) {
    if (each.correct) continue;
    out << "WRONG " << each.choice.pool << ' ' << each.choice.memory << ' ' << each.choice.idle << ", "
        << workers_text(each.choice.workers) << ": " << apps::quoted(each.line, 1000) << '\n';
  }
  for (const measurement& each : found.rivals) {
    if (!each.correct)
      out << "WRONG " << each.choice.pool << ", " << workers_text(each.choice.workers) << ": "
          << apps::quoted(each.line, 1000) << '\n';
  }
}

std::string spread_text(const std::vector<double>& seconds, double middle) {
  if (seconds.size() < 2 || middle <= 0) return "-";
  const auto [least, most] = std::ranges::minmax(seconds);
  return fmt::format("-{:.0f} % +{:.0f} %", 100 * (middle - least) / middle, 100 * (most - middle) / middle);
}

std::string noise_text(double noise) {
  return fmt::format("Noise: {:.1f} % between two halves of the same runs; smaller differences mean nothing",
                     100 * noise);
}

void print_table(std::ostream& out, const comparison& found) {
  using enum table::side;
  const std::size_t repeat = found.results.front().seconds.size();
  out << found.app << ", " << apps::quoted(found.input, 400) << ", " << repeat
      << (repeat == 1 ? " run each\n\n" : " runs each\n\n");

  table rows({{"workers", right},
              {"pool"},
              {"memory"},
              {"idle"},
              {"tasks", right},
              {std::string(name_of(found.by)), right},
              {"spread", right},
              {"speed-up", right},
              {"efficiency", right},
              {""}});
  if (found.serial) {
    const measurement& serial = *found.serial;
    rows.row({"", "(serial)", "", "", "", duration(serial.time()), spread_text(serial.seconds, serial.time()),
              "1.00", "", serial.correct ? "" : "WRONG"});
  }
  const bool contest = is_contest(found);
  const fastest_ones fastest(found);
  unsigned workers = 0;
  for (const measurement& each : found.results) {
    if (each.choice.workers != workers && (workers > 0 || found.serial)) rows.gap();
    workers = each.choice.workers;
    const auto speedup = found.speedup(each);
    rows.row({std::to_string(workers), each.choice.pool, each.choice.memory, each.choice.idle,
              std::to_string(each.tasks), duration(each.time()), spread_text(each.seconds, each.time()),
              speedup ? fmt::format("{:.2f}", *speedup) : "-",
              speedup ? fmt::format("{:.0f} %", 100 * efficiency(*speedup, each)) : "-",
              !each.correct                  ? "WRONG"
              : contest && fastest.has(each) ? "<- fastest"
                                             : ""});
  }
  rows.print(out);
  out << '\n';
  print_wrong(out, found);
  if (const auto best = best_overall(found)) {
    out << fmt::format("Best overall: {} with {} and {}", best->choice.pool, best->choice.memory,
                       best->choice.idle);
    if (!contest) {
      out << " (the only one)\n";
    } else {
      out << fmt::format(", on average {:.2f} times the time of the fastest for each number of workers\n",
                         best->ratio);
    }
  } else {
    out << "Best overall: none, no pool gave a correct result everywhere\n";
  }
  if (const auto noise = found.noise(); noise && contest) out << noise_text(*noise) << '\n';
  print_ranking(out, rank(found));
  if (std::ranges::any_of(found.results, &measurement::has_counts)) print_counters(out, found);
}

apps::json to_json(const comparison& found) {
  apps::json all{{"app", found.app}, {"input", found.input}, {"checked", found.correct()}};
  all["by"] = name_of(found.by);
  if (const auto noise = found.noise()) all["noise"] = *noise;
  all["serial"] = found.serial ? times(*found.serial) : apps::json();
  all["results"] = apps::json::array();
  const fastest_ones fastest(found);
  for (const measurement& each : found.results) {
    apps::json result{{"pool", each.choice.pool},
                      {"memory", each.choice.memory},
                      {"idle", each.choice.idle},
                      {"workers", each.choice.workers},
                      {"tasks", each.tasks}};
    result["parameters"] = apps::json::object();
    for (const parameter_line& one : parameters_of(each.choice.pool))
      result["parameters"][one.name] = one.name == "idle" ? each.choice.idle : one.value;
    if (each.has_counts) result["counters"] = counters_json(each);
    result.update(times(each));
    if (const auto speedup = found.speedup(each)) {
      result["speedup"] = *speedup;
      result["efficiency"] = efficiency(*speedup, each);
    }
    result["fastest"] = fastest.has(each);
    all["results"].push_back(std::move(result));
  }
  for (const measurement& each : found.rivals) {
    apps::json rival{{"name", each.choice.pool}, {"workers", each.choice.workers}};
    rival.update(times(each));
    all["rivals"].push_back(std::move(rival));
  }
  all["best"] = nullptr;
  if (const auto best = best_overall(found)) {
    all["best"] = {{"pool", best->choice.pool},
                   {"memory", best->choice.memory},
                   {"idle", best->choice.idle},
                   {"ratio", best->ratio}};
  }
  const auto rankings = rank(found);
  if (!rankings.empty()) all["rankings"] = to_json(rankings);
  return all;
}

void print_csv(std::ostream& out, const std::vector<comparison>& all) {
  out << "app,input,pool,memory,idle,workers,tasks,seconds,least,most,serial_seconds,speedup,efficiency,"
         "checked,fastest\r\n";
  for (const comparison& each : all) print_csv_rows(out, each);
}

}  // namespace jackdaw::cli
