// What the papers found by measuring, and with which runs to look for it here.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jackdaw::cli {

/// A row of a paper's table: its figure for each number of workers, in the order of paper_result::workers; nothing
/// where the paper has none.
struct paper_row {
  std::string name;
  std::vector<std::optional<double>> figures;
};

struct paper_table {
  enum class unit { speed_up, percent_behind };  ///< by the best time with one worker; behind the first

  unit in = unit::speed_up;
  std::vector<paper_row> rows{};
};

/// What a paper says of two parts, or of a part and a rival, in words, or shows in a picture without numbers.
struct paper_order {
  std::string_view faster;
  std::string_view slower;
  unsigned from = 1;           ///< the fewest workers for which the paper says it
  unsigned to = unsigned(-1);  ///< the most

  [[nodiscard]] bool is_claimed_for(unsigned workers) const noexcept {
    return from <= workers && workers <= to;
  }
};

/// One table or figure. `table` is filled, or `orders`, or both.
struct paper_result {
  /// A pool and an idle policy have the best time of all that they were combined with, but see is_mean; a manager
  /// the mean over pools.
  enum class subject { pools, managers, policies };

  std::string_view name;
  std::string_view finding;  ///< what is shown there
  std::string_view theirs;   ///< the paper's input and machine
  std::string_view app;
  std::vector<std::string> input{};  ///< the application's options here
  std::vector<std::string> quick{};  ///< the same, over in seconds: to try the command, not to conclude from
  std::vector<std::string> full{};   ///< the paper's own; none where it is not told, or not here
  subject of = subject::pools;
  bool is_mean = false;  ///< a pool has the mean over all managers
  std::vector<std::string> pools{};
  std::vector<std::string> managers{};
  std::vector<std::string> policies{};  ///< idle policies; none: what the pool's source has
  std::vector<unsigned> workers{};
  /// Its workers are more than there are processors, and all of them run: that is what it is about.
  bool is_crowded = false;
  paper_table table{};
  std::vector<paper_order> orders{};
  std::vector<std::string> rivals{};  ///< programs on other runtimes, which the paper compares with its pools
  std::string besides{};              ///< what else here measures it, a line
  std::vector<std::string> added{};   ///< a user's choice: parts measured beside the paper's of the kind `of`
};

/// All that can be looked for, by paper.
[[nodiscard]] std::span<const paper_result> paper_results();

}  // namespace jackdaw::cli
