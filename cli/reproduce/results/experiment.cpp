#include "cli/reproduce/results/experiment.hpp"

#include <optional>
#include <sstream>
#include <utility>

namespace jackdaw::cli {

using enum paper_result::subject;
using enum paper_table::unit;

experiment synthetic(std::string_view theirs, const char* k, const char* f, const char* full_k) {
  return {theirs, "synthetic", {"--k", k, "--f", f}, {"--k", "8", "--f", "1"}, {"--k", full_k, "--f", f}};
}

experiment quicksort(std::string_view theirs) {
  return {theirs,
          "quicksort",
          {"--n", "1e7", "--put", "both"},
          {"--n", "1e5", "--put", "both"},
          {"--n", "1e8", "--put", "both"}};
}

experiment ray(std::string_view theirs) {
  return {
      theirs, "ray", {"--tile", "1", "--put", "start"}, {"--size", "1", "--width", "64", "--put", "start"}};
}

experiment lit_scene(std::string_view theirs, const name_list& room) {
  return {theirs, "radiosity", room, {"--scene", "small", "--eps", "0.01"}, room};
}

experiment largeroom(std::string_view theirs) {
  return lit_scene(theirs, {"--scene", "library", "--eps", "2.9e-5", "--hidden-measure", "0.5"});
}

paper_result result(std::string_view name, std::string_view finding, experiment of) {
  return {.name = name,
          .finding = finding,
          .theirs = of.theirs,
          .app = of.app,
          .input = std::move(of.input),
          .quick = std::move(of.quick),
          .full = std::move(of.full)};
}

paper_result two_columns(std::string_view name, std::string_view finding, experiment of,
                         paper_result::subject subject, paper_table::unit unit, const name_list& managers,
                         const char* printed) {
  paper_result table = result(name, finding, std::move(of));
  table.of = subject;
  table.pools = c_pools;
  table.managers = managers;
  table.workers = {1, 2};
  table.table.in = unit;
  std::istringstream lines(printed);
  std::string row;
  for (double one = 0, two = 0; lines >> row >> one >> two;) table.table.rows.push_back({row, {one, two}});
  return table;
}

paper_result columns(std::string_view name, std::string_view finding, experiment of,
                     paper_result::subject subject, paper_table::unit unit, const name_list& managers,
                     std::vector<unsigned> workers, const char* printed) {
  paper_result table = result(name, finding, std::move(of));
  table.of = subject;
  table.managers = managers;
  table.workers = std::move(workers);
  table.table.in = unit;
  std::istringstream lines(printed);
  std::string word;
  while (lines >> word) {
    paper_row row{word, {}};
    for (std::size_t i = 0; i < table.workers.size() && lines >> word; ++i)
      row.figures.push_back(word == "-" ? std::optional<double>() : std::stod(word));
    if (subject == pools) table.pools.push_back(row.name);
    table.table.rows.push_back(std::move(row));
  }
  if (subject != pools) table.pools = c_pools;
  return table;
}

paper_result lit(paper_result figure) {
  figure.is_mean = true;
  return figure;
}

paper_result in_order(std::string_view name, std::string_view finding, experiment of, const name_list& among,
                      std::vector<paper_order> orders) {
  paper_result figure = result(name, finding, std::move(of));
  figure.pools = among;
  figure.managers = good_manager;
  figure.workers = {2};
  figure.orders = std::move(orders);
  return figure;
}

}  // namespace jackdaw::cli
