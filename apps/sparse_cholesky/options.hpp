// What to factorize, and how: the command line.
#pragma once

#include <string>
#include <vector>

#include <CLI/App.hpp>

#include "apps/sparse_cholesky/laplacian.hpp"
#include "apps/support/sparse/matrix.hpp"

namespace jackdaw::apps::sparse_cholesky {

struct options {
  std::string input_path;
  std::string grid_text;
  std::string cube_text;
  std::string ordering = "amd";
  std::string panel_text = "1";
  std::string rhs_path;
  std::string solution_path;
  std::string picture_path;

  int panel = 1;     ///< columns of a supernode in a task at most
  std::string name;  ///< of the matrix, for tables and messages

  void declare(CLI::App& command);

  /// Throws input_error unless the options go together and the files can be written; sets `panel`, `name`.
  void validate();

  /// How many entries the factor has at least, where that is known before there is a matrix.
  [[nodiscard]] double least_factor_entries() const;

  /// Reads or generates the matrix.
  [[nodiscard]] sparse::matrix made_matrix() const;

  /// The right-hand side, one number for each row; without a file that of the solution (1, 1, …).
  [[nodiscard]] std::vector<double> right_hand_side(const sparse::matrix& a) const;

 private:
  grid generated_ = grid::square(1);
};

/// Writes a number for each row, whole or not at all.
void write_numbers(const std::vector<double>& numbers, const std::string& path);

}  // namespace jackdaw::apps::sparse_cholesky
