#include "apps/sparse_cholesky/options.hpp"

#include <array>
#include <charconv>
#include <cstddef>

#include <CLI/App.hpp>

#include "apps/sparse_cholesky/laplacian.hpp"
#include "apps/sparse_cholesky/symbolic/ordering.hpp"
#include "apps/support/files/output_file.hpp"
#include "apps/support/files/text_lines.hpp"
#include "apps/support/options/count_option.hpp"
#include "apps/support/sparse/read_matrix.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"

namespace jackdaw::apps::sparse_cholesky {

namespace {

/// Sums of such numbers are numbers.
constexpr double largest_value = 1e290;

int limited(const char* option, const std::string& text, std::size_t most) {
  return static_cast<int>(parse_count(option, text, most));
}

/// "25x20", or one number for both.
grid rectangle(const std::string& text) {
  constexpr std::size_t most = 10'000;
  const std::size_t cross = text.find('x');
  if (cross == std::string::npos) return grid::square(limited("--grid", text, most));
  const std::string width = text.substr(0, cross);
  const std::string height = text.substr(cross + 1);
  const auto is_number = [](const std::string& each) {
    return !each.empty() && each.find_first_not_of("0123456789") == std::string::npos;
  };
  if (!is_number(width) || !is_number(height))
    throw input_error("--grid " + quoted(text, 80) + ": expected N or NxM, whole numbers from 1 to 10000");
  return grid::rectangle(limited("--grid", width, most), limited("--grid", height, most));
}

}  // namespace

void options::declare(CLI::App& command) {
  command.add_option("--input", input_path, "Matrix Market, Harwell-Boeing, or lines of row column value")
      ->type_name("FILE");
  command.add_option("--grid", grid_text, "Generated: Laplacian of N x M points, or N x N (default 300)")
      ->type_name("NxM");
  command.add_option("--cube", cube_text, "Generated: Laplacian of N x N x N points")->type_name("N");
  command.add_option("--ordering", ordering, "Ordering of the columns: amd, colamd, metis, nesdis, natural")
      ->type_name("NAME")
      ->capture_default_str();
  command.add_option("--panel", panel_text, "Most columns of a supernode in a task (default 1)")
      ->type_name("COUNT");
  command.add_option("--rhs", rhs_path, "The right-hand side, a number for each row (default: A times 1)")
      ->type_name("FILE");
  command.add_option("--solution", solution_path, "Write the solution to this file")->type_name("FILE");
  command.add_option("--picture", picture_path, "Write the entries of matrix and factor to this PNG file")
      ->type_name("FILE");
}

void options::validate() {
  const int inputs = (input_path.empty() ? 0 : 1) + (grid_text.empty() ? 0 : 1) + (cube_text.empty() ? 0 : 1);
  if (inputs > 1) throw input_error("--input, --grid, --cube: several matrices; expected one of the three");
  if (!cube_text.empty()) {
    generated_ = grid::cube(limited("--cube", cube_text, 500));
    name = "cube " + std::to_string(generated_.sides[0]);
  } else if (input_path.empty()) {
    generated_ = grid_text.empty() ? grid::square(300) : rectangle(grid_text);
    name = "grid " + std::to_string(generated_.sides[0]);
    if (generated_.sides[0] != generated_.sides[1]) name += "x" + std::to_string(generated_.sides[1]);
  } else {
    name = quoted(input_path, 160);
  }
  require_ordering(ordering);
  panel = limited("--panel", panel_text, 1'000'000);
  require_writable(
      {{"--solution", solution_path, file_kind::text}, {"--picture", picture_path, file_kind::png}});
}

double options::least_factor_entries() const {
  return input_path.empty() ? sparse_cholesky::least_factor_entries(generated_) : 0;
}

sparse::matrix options::made_matrix() const {
  return input_path.empty() ? laplacian(generated_) : sparse::read_matrix(input_path);
}

std::vector<double> options::right_hand_side(const sparse::matrix& a) const {
  if (rhs_path.empty()) return product(a, std::vector<double>(static_cast<std::size_t>(a.n), 1.0));
  const std::string form = "a number for each of the " + std::to_string(a.n) + " rows";
  text_lines in(rhs_path, form, '%');
  std::vector<double> b;
  while (in.next()) {
    for (std::size_t i = 0; i < in.words().size(); ++i) b.push_back(in.real(i, form, largest_value));
    if (b.size() > static_cast<std::size_t>(a.n)) in.refuse("more numbers than rows", form);
  }
  if (b.size() != static_cast<std::size_t>(a.n))
    in.refuse("the file ends after " + std::to_string(b.size()) + " numbers", form);
  return b;
}

void write_numbers(const std::vector<double>& numbers, const std::string& path) {
  output_file file(path);
  for (const double each : numbers) {
    std::array<char, 32> text{};
    const auto written = std::to_chars(text.data(), text.data() + text.size(), each);
    file.stream().write(text.data(), written.ptr - text.data()).put('\n');
  }
  file.commit();
}

}  // namespace jackdaw::apps::sparse_cholesky
