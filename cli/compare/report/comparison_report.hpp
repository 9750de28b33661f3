// A comparison as a table, as JSON and as CSV.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "cli/compare/comparison.hpp"

namespace jackdaw::cli {

/// For people: a row for each scheduler, grouped by number of workers, and a last line with the best pool.
void print_table(std::ostream& out, const comparison& found);

/// A line for each participant whose result was wrong.
void print_wrong(std::ostream& out, const comparison& found);

/// The same and every single time.
[[nodiscard]] apps::json to_json(const comparison& found);

/// RFC 4180, with a heading; one record for each application, scheduler and number of workers.
void print_csv(std::ostream& out, const std::vector<comparison>& all);

/// Distance of the extremes from the time that counts, "-3 % +12 %"; "-" with a single run.
[[nodiscard]] std::string spread_text(const std::vector<double>& seconds, double middle);

/// comparison::noise() in a sentence.
[[nodiscard]] std::string noise_text(double noise);

}  // namespace jackdaw::cli
