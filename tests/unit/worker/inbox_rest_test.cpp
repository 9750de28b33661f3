// What a worker has taken from outside and not put yet: one task, which is spread whatever has failed.
#include <cstddef>
#include <exception>
#include <new>
#include <string_view>

#include <doctest/doctest.h>

#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/external/inbox_lanes.hpp>
#include <jackdaw/worker/external/inbox_rest.hpp>

namespace inbox_rest_test {

using namespace jackdaw;

template <class Task>
using lists = typename working::inbox_lanes<Task>::lists;

namespace {

template <class Task>
struct host {
  bool has_memory = true;
  int blocks = 0;
  lists<Task> spread{};

  void* allocate(std::size_t bytes) {
    if (!has_memory) throw std::bad_alloc();
    ++blocks;
    return ::operator new(bytes);
  }
  void deallocate(void* block, std::size_t bytes) {
    --blocks;
    ::operator delete(block, bytes);
  }
  void failed(std::exception_ptr, std::string_view) {}
};

struct keep {
  template <class Task>
  void operator()(host<Task>& by, lists<Task>& left) const {
    CHECK(by.blocks == 0);  // what it spreads may fill the memory again
    by.spread = left;
  }
};

template <class Task>
using rest = working::inbox_rest<host<Task>, Task, lists<Task>, keep>;

}  // namespace

TEST_CASE_TEMPLATE("a rest is spread by the worker that executes it, also after another task has failed",
                   Task, task, double_linked_task, locked_task) {
  for (const task_verb verb : {task_verb::run, task_verb::drop}) {
    host<Task> maker;
    Task some;
    Task other;
    const lists<Task> left{&some, nullptr, &other, nullptr};
    auto* const all = rest<Task>::create(maker, left, keep{});
    REQUIRE(all != nullptr);
    CHECK(maker.blocks == 1);
    all->execute(*all, &maker, verb);
    CHECK(maker.spread == left);
    CHECK(maker.blocks == 0);
  }
}

TEST_CASE("where there is no memory there is no rest, and nothing is thrown") {
  host<task> maker;
  maker.has_memory = false;
  CHECK(rest<task>::create(maker, lists<task>{}, keep{}) == nullptr);
}

}  // namespace inbox_rest_test
