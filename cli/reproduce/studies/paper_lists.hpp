// The studies of each paper.
#pragma once

#include <vector>

#include "cli/reproduce/studies/paper_study.hpp"

namespace jackdaw::cli {

[[nodiscard]] std::vector<paper_study> kr02_studies();
[[nodiscard]] std::vector<paper_study> bp98_studies();
[[nodiscard]] std::vector<paper_study> t15_studies();

}  // namespace jackdaw::cli
