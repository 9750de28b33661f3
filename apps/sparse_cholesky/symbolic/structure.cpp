#include "apps/sparse_cholesky/symbolic/structure.hpp"

#include <algorithm>

namespace jackdaw::apps::sparse_cholesky {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

/// Columns with the same rows below them, as many as there are together.
void find_supernodes(const ordered_matrix& a, structure& s) {
  s.supernode_of.resize(at(a.lower.n));
  for (int c = 0; c < a.lower.n; ++c) {
    const bool goes_on = c > 0 && a.parent[at(c - 1)] == c && a.count[at(c - 1)] == a.count[at(c)] + 1;
    if (!goes_on) s.supernodes.push_back({c, c, 0, a.count[at(c)], 0, 0});
    s.supernodes.back().last = c + 1;
    s.supernode_of[at(c)] = static_cast<int>(s.supernodes.size()) - 1;
  }
}

/// The rows of a supernode are those of its columns in A, and those of its children in the elimination tree
/// beyond their own columns.
void find_rows(const ordered_matrix& a, structure& s) {
  std::vector<int> first_child(s.supernodes.size(), -1);
  std::vector<int> sibling(s.supernodes.size(), -1);
  std::vector<int> seen_in(at(a.lower.n), -1);
  for (int number = 0; number < static_cast<int>(s.supernodes.size()); ++number) {
    supernode& node = s.supernodes[at(number)];
    node.rows = s.rows.size();
    const auto add = [&](int row) {
      if (row < node.first || seen_in[at(row)] == number) return;
      seen_in[at(row)] = number;
      s.rows.push_back(row);
    };
    for (int c = node.first; c < node.last; ++c)
      for (int p = a.lower.start[at(c)]; p < a.lower.start[at(c) + 1]; ++p) add(a.lower.row[at(p)]);
    for (int child = first_child[at(number)]; child >= 0; child = sibling[at(child)]) {
      const supernode& below = s.supernodes[at(child)];
      for (int k = below.last - below.first; k < below.row_count; ++k) add(s.rows[below.rows + at(k)]);
    }
    for (int c = node.first; c < node.last; ++c) add(c);
    std::sort(s.rows.begin() + static_cast<std::ptrdiff_t>(node.rows), s.rows.end());
    if (const int parent = a.parent[at(node.last - 1)]; parent >= 0) {
      const std::size_t above = at(s.supernode_of[at(parent)]);
      sibling[at(number)] = first_child[above];
      first_child[above] = number;
    }
  }
}

void find_meetings(structure& s) {
  for (supernode& node : s.supernodes) {
    node.meetings = s.meetings.size();
    const int* const rows = s.rows.data() + node.rows;
    for (int first = node.last - node.first; first < node.row_count;) {
      const int target = s.supernode_of[at(rows[first])];
      const supernode& other = s.supernodes[at(target)];
      int last = first;
      while (last < node.row_count && rows[last] < other.last) ++last;
      meeting found{target, first, last, s.places.size(), true};
      const int* const others = s.rows.data() + other.rows;
      int place = 0;
      for (int k = first; k < node.row_count; ++k, ++place) {
        while (others[place] != rows[k]) ++place;
        if (k > first && place != s.places.back() + 1) found.is_run = false;
        s.places.push_back(place);
      }
      if (found.is_run) s.places.resize(found.places + 1);
      s.meetings.push_back(found);
      first = last;
    }
    node.meetings_end = s.meetings.size();
  }
}

/// As many panels of equal width as are needed for each supernode, and how often each is updated.
void find_panels(structure& s, int widest) {
  s.panel_of.resize(s.supernode_of.size());
  for (int number = 0; number < static_cast<int>(s.supernodes.size()); ++number) {
    const supernode& node = s.supernodes[at(number)];
    const int columns = node.last - node.first;
    const int parts = (columns - 1) / widest + 1;
    for (int part = 0; part < parts; ++part) {
      const auto border = [&](int i) {
        return node.first + static_cast<int>(static_cast<long>(columns) * i / parts);
      };
      const int self = static_cast<int>(s.panels.size());
      s.panels.push_back({border(part), border(part + 1), number, part});  // those to the left update it
      std::fill(s.panel_of.begin() + border(part), s.panel_of.begin() + border(part + 1), self);
    }
  }
  for (const supernode& node : s.supernodes) {
    const int parts = s.panel_of[at(node.last - 1)] - s.panel_of[at(node.first)] + 1;
    int before = -1;
    for (int k = node.last - node.first; k < node.row_count; ++k) {
      const int target = s.panel_of[at(s.rows[node.rows + at(k)])];
      if (target != before) s.panels[at(target)].updates += parts;
      before = target;
    }
  }
}

/// Where values lie: each column packed, from its diagonal on, one behind the other.
void place_values(const ordered_matrix& a, structure& s) {
  s.column.reserve(at(a.lower.n));
  s.place_of_entry.reserve(a.lower.entries());
  for (const supernode& node : s.supernodes) {
    const int* const rows = s.rows.data() + node.rows;
    for (int c = node.first; c < node.last; ++c) {
      s.column.push_back(s.values - at(c - node.first));
      s.values += at(node.row_count - (c - node.first));
      int place = c - node.first;
      for (int p = a.lower.start[at(c)]; p < a.lower.start[at(c) + 1]; ++p) {
        while (rows[place] != a.lower.row[at(p)]) ++place;
        s.place_of_entry.push_back(place);
      }
    }
  }
}

}  // namespace

structure symbolic_factorization(const ordered_matrix& a, int widest) {
  structure s;
  find_supernodes(a, s);
  find_rows(a, s);
  find_meetings(s);
  find_panels(s, widest);
  place_values(a, s);
  return s;
}

}  // namespace jackdaw::apps::sparse_cholesky
