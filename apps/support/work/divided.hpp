// Work that is cut into two halves, which have nothing to do with each other, until it is small.
//
// A piece has is_leaf(), halves() (a pair of pieces), compute(), and the name of its tasks.
#pragma once

#include <string_view>
#include <utility>

#include <jackdaw/fork_join/join.hpp>
#include <jackdaw/worker/by_name/any_scheduler.hpp>

namespace jackdaw::apps {

/// Comes after two halves: says that the whole is done.
struct halves_done {
  static constexpr std::string_view name = "halves done";
  arrival done;
  void operator()(any_worker& worker) { done.arrive(worker); }
};

/// The pool face: puts one half as a task and goes on with the other, down to a leaf.
template <class Piece>
struct divided_task {
  static constexpr std::string_view name = Piece::name;
  Piece piece;
  arrival done;

  void operator()(any_worker& worker) {
    while (!piece.is_leaf()) {
      const auto [one, other] = piece.halves();
      auto both = worker.after(2, halves_done{std::move(done)});
      worker.put(divided_task{other, both.next()});
      piece = one;
      done = both.next();
    }
    piece.compute();
    done.arrive(worker);
  }
};

/// Puts the tasks of a piece, and executes the first of them.
template <class Piece>
void begin_divided(any_worker& worker, const Piece& piece, arrival done) {
  divided_task<Piece>{piece, std::move(done)}(worker);
}

/// The fork_join face.
template <class Worker, class Piece>
void join_divided(Worker& w, const Piece& piece) {
  if (piece.is_leaf()) return piece.compute();
  const auto halves = piece.halves();
  join(
      w, [&halves](Worker& here) { join_divided(here, halves.first); },
      [&halves](Worker& here) { join_divided(here, halves.second); });
}

/// Without tasks.
template <class Piece>
void compute_divided(const Piece& piece) {
  if (piece.is_leaf()) return piece.compute();
  const auto halves = piece.halves();
  compute_divided(halves.first);
  compute_divided(halves.second);
}

}  // namespace jackdaw::apps
