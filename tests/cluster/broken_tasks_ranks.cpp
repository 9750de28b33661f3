// Tasks whose serial form throws or reads not what it has written, and tasks that wait for other ranks: run() throws one
// failure on all ranks, with the task, and the pool goes on.
#include <chrono>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "tests/cluster/rank_main.hpp"

namespace cluster = jackdaw::cluster;

namespace {

/// What is wrong with the serial form of a task.
enum class fault { none, save_throws, load_throws, load_reads_more, load_reads_less };

template <fault What>
struct split {
  static constexpr std::string_view name = "split";
  cluster::reduction<long> leaves;
  int levels;

  void operator()(cluster::worker& worker) const {
    std::this_thread::sleep_for(std::chrono::microseconds(500));  // so that some travel
    if (levels == 0) {
      ++worker.at(leaves);
      return;
    }
    for (int i = 0; i < 2; ++i) worker.put(split{leaves, levels - 1});
  }
};

}  // namespace

template <fault What>
struct jackdaw::cluster::serial<split<What>> {
  static void save(const split<What>& task, writer& out) {
    out.put(task.leaves);
    if (What == fault::save_throws) throw std::runtime_error("save refuses");
    out.put(task.levels);
    if (What == fault::load_reads_less) out.put(3.0);
  }
  static split<What> load(reader& in) {
    const auto leaves = in.get<reduction<long>>();
    const int levels = in.get<int>();
    if (What == fault::load_throws) throw std::runtime_error("load refuses");
    if (What == fault::load_reads_more) static_cast<void>(in.get<double>());
    return {leaves, levels};
  }
};

namespace {

/// What run() throws: the same on all ranks.
template <class Task>
std::string text_of_failure(cluster::pool& p, const Task& task) {
  std::string text = "nothing";
  try {
    p.run(task);
  } catch (const cluster::failure& error) {
    CHECK(error.code() == cluster::errc::task_failed);
    text = error.what();
  }
  CHECK(here().gather(text) == std::vector<std::string>(here().ranks(), text));
  return text;
}

template <fault What>
void check(std::string_view text) {
  cluster::pool p(here());
  const auto leaves = p.reduction_of<long>();
  for (int round = 0; round < 3; ++round) {
    const std::string found = text_of_failure(p, split<What>{leaves, 8});
    CAPTURE(found);
    CHECK(found.find("task 'split' has failed: " + std::string(text)) != std::string::npos);
    const long before = p.result(leaves);
    p.run(split<fault::none>{leaves, 5});
    CHECK(p.result(leaves) == before + 32);
  }
}

cluster::pool* of_main = nullptr;

/// Does what waits for other ranks.
struct waits {
  static constexpr std::string_view name = "waits";
  cluster::reduction<long> leaves;
  int which;

  void operator()(cluster::worker& worker) const {
    switch (which) {
      case 0:
        return of_main->run(split<fault::none>{leaves, 2});
      case 1:
        return of_main->run_on_all(split<fault::none>{leaves, 2});
      case 2:
        worker.at(leaves) += of_main->result(leaves);
        return;
      case 3: {
        cluster::pool another(here());
        return;
      }
      case 4:
        return here().barrier();
      case 5:
        worker.at(leaves) += here().combine(1L);
        return;
      case 6:
        worker.at(leaves) += here().broadcast(1L);
        return;
      case 7: {
        const cluster::flow tasks(here());
        return;
      }
      default:
        const cluster::handle<int> object(here(), 0, 1);
        return;
    }
  }
};

}  // namespace

TEST_CASE("a serial form that throws when a task is written is a failure of the task") {
  check<fault::save_throws>("it could not be written: save refuses");
}
TEST_CASE("a serial form that throws when a task is read is a failure of the task") {
  check<fault::load_throws>("it could not be read: load refuses");
}
TEST_CASE("a serial form that reads more than it has written is a failure of the task") {
  check<fault::load_reads_more>("it could not be read: rank ");
}
TEST_CASE("a serial form that reads less than it has written is a failure of the task") {
  check<fault::load_reads_less>("it could not be read: rank ");
}

TEST_CASE("what waits for other ranks is refused in a task") {
  cluster::pool p(here());
  of_main = &p;
  const auto leaves = p.reduction_of<long>();
  const std::vector<std::string> names{"run() of a cluster::pool",
                                       "run() of a cluster::pool",
                                       "result() of a cluster::pool",
                                       "a cluster::pool",
                                       "barrier()",
                                       "gather()",
                                       "broadcast()",
                                       "a cluster::flow",
                                       "a cluster::flow"};
  for (int which = 0; std::cmp_less(which, names.size()); ++which) {
    const std::string found = text_of_failure(p, waits{leaves, which});
    CAPTURE(found);
    CHECK(found.find("task 'waits' has failed: " + names[static_cast<std::size_t>(which)] +
                     " inside a task of a cluster::pool; expected") != std::string::npos);
    const long before = p.result(leaves);
    p.run(split<fault::none>{leaves, 3});
    CHECK(p.result(leaves) == before + 8);
  }
  const cluster::flow outside(here());  // the world has one now
  for (const int which : {7, 8})
    CHECK(text_of_failure(p, waits{leaves, which}).find("a cluster::flow inside a task") !=
          std::string::npos);
}
