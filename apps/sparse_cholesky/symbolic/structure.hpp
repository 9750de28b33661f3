// What is known of the factor before any number is: symbolic factorization.
//
// Neighbouring columns of L that have the same rows below them form a supernode, which has one list of rows
// for all its columns. So an update within a supernode is one of dense columns, and one from a supernode S to
// a supernode T needs the places of S's rows in T's list, computed here once for all columns of both.
// Places are counted from the beginning of the supernode's list: column first + k has its diagonal at place k.
#pragma once

#include <cstddef>
#include <vector>

#include "apps/sparse_cholesky/symbolic/ordering.hpp"

namespace jackdaw::apps::sparse_cholesky {

/// The rows of a supernode that are columns of one other supernode, which it therefore updates.
struct meeting {
  int target;       ///< the other supernode
  int first, last;  ///< places in the list of the source
  std::size_t
      places;  ///< begin in structure::places: for each place of the source from `first` on, that in the target's list
  bool is_run;  ///< the places in the target ascend by one, so that the update needs no list
};

struct supernode {
  int first, last;   ///< its columns
  std::size_t rows;  ///< begin of its list in structure::rows; its own columns come first
  int row_count;
  std::size_t meetings, meetings_end;  ///< in structure::meetings, ascending
};

/// Columns of one supernode that are computed by one task and updated under one lock.
struct panel {
  int first, last;
  int supernode;
  int updates;  ///< panels that update this one: when all of them have done so it is ready
};

struct structure {
  std::vector<supernode> supernodes;
  std::vector<int> supernode_of;  ///< of each column
  std::vector<int> rows;
  std::vector<meeting> meetings;
  std::vector<int> places;
  std::vector<panel> panels;
  std::vector<int> panel_of;        ///< of each column
  std::vector<std::size_t> column;  ///< where the value at place 0 of a column lies, or would lie; see at()
  std::vector<int> place_of_entry;  ///< of each entry of the ordered matrix in its column of L
  std::size_t values = 0;           ///< entries of L

  /// Where the value of a column at a place of its supernode's list lies, among all values.
  [[nodiscard]] std::size_t at(int c, int place) const {
    return column[static_cast<std::size_t>(c)] + static_cast<std::size_t>(place);
  }
};

/// `widest`: columns in a panel at most, at least 1.
[[nodiscard]] structure symbolic_factorization(const ordered_matrix& a, int widest);

}  // namespace jackdaw::apps::sparse_cholesky
