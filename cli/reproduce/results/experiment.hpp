// How results of papers are put together: what is run, on what, and what the paper has.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/reproduce/results/paper_results.hpp"

namespace jackdaw::cli {

using name_list = std::vector<std::string>;

inline const name_list c_pools{"sq1", "sq2", "sq3", "sq4", "dq1",  "dq2", "dq3", "dq4",
                               "dq5", "dq6", "dq7", "dq8", "sdq1", "rq1", "rq2", "rq3"};
inline const name_list c_managers{"bs",    "l",     "bk",     "dl",    "dlf",   "dbk", "dbko",
                                  "dgbk",  "dgbko", "dgbkof", "cl",    "clf",   "clb", "cgbk",
                                  "cgbkb", "cgbko", "cgbkob", "cgbk1", "cgbk1b"};
inline const name_list good_manager{"dgbkof"};  // of the best in KR02 table 8

/// A program, what the paper gave it, and what it gets here.
struct experiment {
  std::string_view theirs;
  std::string_view app;
  name_list input;
  name_list quick;
  name_list full = {};
};

/// `full_k`: the paper's k.
[[nodiscard]] experiment synthetic(std::string_view theirs, const char* k, const char* f, const char* full_k);

/// With a task for each of both parts, as there.
[[nodiscard]] experiment quicksort(std::string_view theirs);

/// All tasks are there at the beginning, as there.
[[nodiscard]] experiment ray(std::string_view theirs);

/// `room`: the options that say which.
[[nodiscard]] experiment lit_scene(std::string_view theirs, const name_list& room);

/// SPLASH-2's room: one of ours with as many patches, about as many interactions, and as large a part of them hidden.
[[nodiscard]] experiment largeroom(std::string_view theirs);

[[nodiscard]] paper_result result(std::string_view name, std::string_view finding, experiment of);

/// A table of KR02 as it is printed there: a name, its figure with one worker, its figure with two.
[[nodiscard]] paper_result two_columns(std::string_view name, std::string_view finding, experiment of,
                                       paper_result::subject subject, paper_table::unit unit,
                                       const name_list& managers, const char* printed);

/// The same with other numbers of workers; "-" where the paper has no figure.
[[nodiscard]] paper_result columns(std::string_view name, std::string_view finding, experiment of,
                                   paper_result::subject subject, paper_table::unit unit,
                                   const name_list& managers, std::vector<unsigned> workers,
                                   const char* printed);

/// A figure of radiosity, with speed-ups that the text tells: means over memory managers.
[[nodiscard]] paper_result lit(paper_result figure);

/// A figure, of which we take the order of some pools with more than one worker.
[[nodiscard]] paper_result in_order(std::string_view name, std::string_view finding, experiment of,
                                    const name_list& among, std::vector<paper_order> orders);

/// The results of a paper.
[[nodiscard]] std::vector<paper_result> korch_rauber();
[[nodiscard]] std::vector<paper_result> wirz_suess_leopold();
[[nodiscard]] std::vector<paper_result> hoffmann_rauber();
[[nodiscard]] std::vector<paper_result> blumofe_papadopoulos();

}  // namespace jackdaw::cli
