// What tasks name when they mean something that each rank has of its own: these names travel with them.
#pragma once

#include <cstdint>

namespace jackdaw::cluster {

/// A value of each worker, which pool::result() puts together over workers and ranks. Made by pool::reduction_of().
///     auto leaves = p.reduction_of<long>();
///     p.run(visit{root, leaves});              // in the task: ++worker.at(leaves);
///     const long all = p.result(leaves);
///
/// Cost: a number; it can be copied and sent. Threads: any. Errors: none.
template <class T>
struct reduction {
  std::uint32_t number;  ///< of the implementation
};

/// A value that each rank has, for its tasks to read. Made by pool::keep().
template <class T>
struct kept {
  std::uint32_t number;  ///< of the implementation
};

/// The best value that any rank has found. Made by pool::best_of(); it spreads while tasks run.
template <class T, class Better>
struct best {
  std::uint32_t number;  ///< of the implementation
};

}  // namespace jackdaw::cluster
