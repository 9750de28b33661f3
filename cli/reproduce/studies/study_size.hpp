// Which input of a study fits the time that it may take: for `jackdaw reproduce all`.
#pragma once

#include "cli/environment.hpp"
#include "cli/reproduce/input_size.hpp"
#include "cli/reproduce/studies/paper_study.hpp"
#include "cli/reproduce/studies/studied.hpp"
#include "cli/text/progress.hpp"

namespace jackdaw::cli {

/// usual where all rounds on it are over in so many seconds, else small. The serial program of each input runs once. It stands for
/// all runs: on each pool with each of choice.workers, or with as many numbers of workers as BP98 has. That is too much where
/// several workers gain time. Runs under valgrind are not tried: they take two minutes, or less.
[[nodiscard]] input_size fitting_size(const paper_study& study, const study_choice& choice, double seconds,
                                      const environment& here, progress& shown);

}  // namespace jackdaw::cli
