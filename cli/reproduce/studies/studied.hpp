// What a study found here, and the ways to show it.
#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "apps/app.hpp"
#include "cli/chart/sheet/canvas.hpp"
#include "cli/environment.hpp"
#include "cli/model/model_inputs.hpp"
#include "cli/reproduce/circumstances.hpp"
#include "cli/reproduce/page/reproduction_page.hpp"
#include "cli/reproduce/page/worded_table.hpp"
#include "cli/reproduce/studies/paper_study.hpp"
#include "cli/reproduce/verdict/verdict.hpp"
#include "cli/text/progress.hpp"

namespace jackdaw::cli {

/// What a user chose.
struct study_choice {
  input_size size = input_size::usual;
  std::vector<unsigned> workers{};   ///< none: those of the paper in relation to the processors here
  std::vector<std::string> pools{};  ///< none: the paper's
  unsigned repeat = 6;               ///< rounds that count, after one that does not
};

/// A statement of the paper, and what it is here.
struct study_claim {
  std::string of;    ///< input, workers
  std::string says;  ///< the paper
  std::optional<ratio_interval> here{};
  verdict judged = verdict::within_noise;
};

struct studied {
  const paper_study* of = nullptr;
  study_choice choice{};
  worded_table figures{};                 ///< what was measured
  apps::json rows = apps::json::array();  ///< the same as numbers
  std::vector<study_claim> claims{};
  std::vector<std::string> notes{};
  std::vector<std::string> wrong{};  ///< what the checks of wrong runs said; these are left out
  std::optional<circumstances> where{};
  std::function<void(std::ostream&, canvas::format)> picture{};  ///< none: it is a table

  [[nodiscard]] std::vector<verdict> verdicts() const;
};

/// A claim on a ratio of times that the paper has so. Nothing measured: within the noise.
[[nodiscard]] study_claim claim_on_ratio(std::string of, std::string says, relation there,
                                         const std::vector<double>& seconds, const std::vector<double>& by);

/// A claim that a time is at most a bound: agrees where the interval of their ratio ends at 1.02 or below, differs where it
/// begins above.
[[nodiscard]] study_claim claim_on_bound(std::string of, std::string says, const std::vector<double>& seconds,
                                         const std::vector<double>& bound);

/// Measures it. Throws input_error for what cannot be measured here.
[[nodiscard]] studied measured(const paper_study& study, const study_choice& choice, const environment& here,
                               progress& shown);

/// Its inputs of the size, prepared.
[[nodiscard]] std::vector<model_input> prepared_inputs(const paper_study& study, const study_choice& choice,
                                                       const environment& here, progress& shown);

/// The claims as a table.
[[nodiscard]] worded_table claims_table(const studied& found);

void print(std::ostream& out, const studied& found);
[[nodiscard]] apps::json to_json(const studied& found);
[[nodiscard]] page_section section_of(const studied& found);

/// Throws input_error for a table.
void require_picture(const paper_study& study);
void write_plot(const std::string& path, const studied& found);

}  // namespace jackdaw::cli
