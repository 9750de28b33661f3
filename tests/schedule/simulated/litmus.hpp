// Litmus tests: a few threads, a few words, and the set of all outcomes.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <set>
#include <source_location>
#include <string>
#include <vector>

#include <jackdaw/base/asymmetric_fence.hpp>
#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/full_fence.hpp>
#include <jackdaw/simulated/explorer.hpp>
#include <jackdaw/simulated/plain.hpp>

namespace jackdaw::tests::litmus {

using base::acq_rel;
using base::acquire;
using base::relaxed;
using base::release;
using base::seq_cst;
using simulated::explorer;
using order = std::memory_order;

/// Three words, what has been read, and some plain data.
struct words {
  base::atomic<int> x{0}, y{0}, z{0};
  std::array<int, 4> read{-1, -1, -1, -1};
  simulated::plain<int> data{0};
};

using thread = std::function<void(words&)>;
using outcomes = std::set<std::string>;

/// What the threads have read, from the first thread's to the last's.
inline std::string read_by(const words& w) {
  std::string all;
  for (const int value : w.read) {
    if (value >= 0) all += std::to_string(value);
  }
  return all;
}

/// The same; then, after a bar, the final values.
inline std::string with_final_values(const words& w) {
  return read_by(w) + '|' + std::to_string(w.x.peek()) + std::to_string(w.y.peek());
}

/// All outcomes of all executions, without a bound on preemptions that matters.
inline outcomes all_of(const std::vector<thread>& threads, std::string (*outcome)(const words&) = read_by) {
  outcomes seen;
  std::shared_ptr<words> w;
  explorer::run_all(
      {.preemptions = 8},
      [&] {
        w = std::make_shared<words>();
        explorer::bodies all;
        for (const thread& each : threads) all.emplace_back([&each, w] { each(*w); });
        return all;
      },
      [&] { seen.insert(outcome(*w)); });
  return seen;
}

/// Whether an execution of them fails with a message that begins so.
inline bool fails(const std::vector<thread>& threads, const std::string& message) {
  try {
    all_of(threads);
    return false;
  } catch (const explorer::failed& e) { return std::string(e.what()).starts_with(message); }
}

inline bool has_race(const std::vector<thread>& threads) { return fails(threads, "a race"); }

inline thread store_x_then_y(order first, order second) {
  return [=](words& w) {
    w.x.store(1, first);
    w.y.store(1, second);
  };
}
inline thread load_y_then_x(order first, order second) {
  return [=](words& w) {
    w.read[0] = w.y.load(first);
    w.read[1] = w.x.load(second);
  };
}

inline void fence(order how) { explorer::fence(how, std::source_location::current()); }

}  // namespace jackdaw::tests::litmus
