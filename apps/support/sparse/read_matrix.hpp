// Matrices from files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "apps/support/files/input_file.hpp"
#include "apps/support/sparse/matrix.hpp"

namespace jackdaw::apps::sparse {

/// Reads a Matrix Market file (coordinate; real, integer or pattern; symmetric or general), a Harwell-Boeing
/// file (assembled; real, integer or pattern), or triplets "row column value" counted from 0. A matrix that is given in
/// full must be symmetric; one of whose entries only one triangle is given is taken to be. A pattern gets the values of
/// a graph's Laplacian, and one more on the diagonal. Throws input_error: what, where, what was expected. What a file
/// is, its first bytes say; one that none of the three begins with is refused as such.
[[nodiscard]] matrix read_matrix(const std::string& path);

/// Of an entry: sums of such numbers are numbers of a double, too.
inline constexpr double largest_value = 1e290;

/// Of an entry on the diagonal: what is lost of a product below the least number of a double is less than rounding then.
inline constexpr double least_diagonal = 1e-290;

/// An entry, rows and columns counted from 0.
struct entry {
  int row, column;
  double value;
  int line;  ///< of the file
};

/// What a file says of its entries.
struct entry_list {
  std::string path;      ///< for messages
  int counted_from = 0;  ///< the number of the first row in the file, for messages
  int n = 0;
  bool one_triangle = false;
  bool pattern = false;  ///< entries have no values
  std::vector<entry> entries;
};

/// Throws input_error where entries come twice, the matrix is not symmetric, or its diagonal is not positive.
[[nodiscard]] matrix symmetric_matrix(entry_list list);

// One for each kind of file.
[[nodiscard]] matrix matrix_market(input_file input);
[[nodiscard]] bool is_harwell_boeing(std::string_view front);
[[nodiscard]] matrix harwell_boeing(input_file input);
[[nodiscard]] matrix triplets(input_file input);

}  // namespace jackdaw::apps::sparse
