#include "cli/compare/report/comparison_report.hpp"

#include <algorithm>
#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/support/text/quoted.hpp"
#include "cli/compare/ranking.hpp"
#include "cli/text/numbers.hpp"
#include "cli/text/table.hpp"

namespace jackdaw::cli {

namespace {

double efficiency(double speedup, const measurement& of) {
  return speedup / static_cast<double>(of.choice.workers);
}

/// Distance of the extremes from the time that counts, "-3 % +12 %".
std::string spread(const measurement& of) {
  const double middle = of.time();
  if (of.seconds.size() < 2 || middle <= 0) return "-";
  return fmt::format("-{:.0f} % +{:.0f} %", 100 * (middle - of.least()) / middle,
                     100 * (of.most() - middle) / middle);
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

apps::json times(const measurement& of) {
  return {{"seconds", of.time()},      {"least", of.least()},   {"most", of.most()},
          {"all_seconds", of.seconds}, {"checked", of.correct}, {"check", of.line}};
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
    rows.row({"", "(serial)", "", "", "", duration(serial.time()), spread(serial), "1.00", "",
              serial.correct ? "" : "WRONG"});
  }
  const bool contest = is_contest(found);
  const fastest_ones fastest(found);
  unsigned workers = 0;
  for (const measurement& each : found.results) {
    if (each.choice.workers != workers && (workers > 0 || found.serial)) rows.gap();
    workers = each.choice.workers;
    const auto speedup = found.speedup(each);
    rows.row({std::to_string(workers), each.choice.pool, each.choice.memory, each.choice.idle,
              std::to_string(each.tasks), duration(each.time()), spread(each),
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
    result.update(times(each));
    if (const auto speedup = found.speedup(each)) {
      result["speedup"] = *speedup;
      result["efficiency"] = efficiency(*speedup, each);
    }
    result["fastest"] = fastest.has(each);
    all["results"].push_back(std::move(result));
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
