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
using lists = working::inbox_lanes<task>::lists;

namespace {

struct host {
  bool has_memory = true;
  int blocks = 0;
  lists spread{};

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
  void operator()(host& by, lists& left) const {
    CHECK(by.blocks == 0);  // what it spreads may fill the memory again
    by.spread = left;
  }
};

using rest = working::inbox_rest<host, task, lists, keep>;

}  // namespace

TEST_CASE("a rest is spread by the worker that executes it, also after another task has failed") {
  for (const task_verb verb : {task_verb::run, task_verb::drop}) {
    host maker;
    task some;
    task other;
    const lists left{&some, nullptr, &other, nullptr};
    rest* const all = rest::create(maker, left, keep{});
    REQUIRE(all != nullptr);
    CHECK(maker.blocks == 1);
    all->execute(*all, &maker, verb);
    CHECK(maker.spread == left);
    CHECK(maker.blocks == 0);
  }
}

TEST_CASE("where there is no memory there is no rest, and nothing is thrown") {
  host maker;
  maker.has_memory = false;
  CHECK(rest::create(maker, lists{}, keep{}) == nullptr);
}

}  // namespace inbox_rest_test
