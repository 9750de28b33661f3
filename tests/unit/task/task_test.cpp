#include <memory>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include <jackdaw/task/closure.hpp>
#include <jackdaw/task/join_counter.hpp>
#include <jackdaw/task/name.hpp>

namespace task_test {

using namespace jackdaw;

namespace {

/// A host without a scheduler: counts blocks, keeps the failure.
struct bench_host {
  int blocks = 0;
  std::size_t last_bytes = 0;
  std::exception_ptr failure;
  std::string_view failed_name;
  task* ready = nullptr;

  void* allocate(std::size_t bytes) {
    ++blocks;
    last_bytes = bytes;
    return ::operator new(bytes);
  }
  void deallocate(void* block, std::size_t bytes) {
    --blocks;
    CHECK(bytes == last_bytes);
    ::operator delete(block);
  }
  void failed(std::exception_ptr what, std::string_view name) {
    failure = std::move(what);
    failed_name = name;
  }
  void put_ready(task& t) { ready = &t; }
};

template <class F>
task& make(bench_host& host, F&& f) {
  return closure_task<std::decay_t<F>, bench_host, task>::create(host, std::forward<F>(f));
}

}  // namespace

TEST_CASE("a task runs its closure once, with or without the host, and frees itself") {
  bench_host host;
  int ran = 0;
  task& plain = make(host, [&] { ++ran; });
  CHECK(host.blocks == 1);
  plain.execute(plain, &host, task_verb::run);
  task& handed = make(host, [&](bench_host& h) { ran += &h == &host ? 10 : 1000; });
  handed.execute(handed, &host, task_verb::run);
  CHECK(ran == 11);
  CHECK(host.blocks == 0);
}

TEST_CASE("a dropped task is destroyed without being called") {
  bench_host host;
  auto witness = std::make_shared<int>(0);
  task& t = make(host, [witness] { ++*witness; });
  CHECK(witness.use_count() == 2);
  t.execute(t, &host, task_verb::drop);
  CHECK(witness.use_count() == 1);
  CHECK(*witness == 0);
  CHECK(host.blocks == 0);
}

TEST_CASE("an exception goes to the host, with the task's name") {
  bench_host host;
  task& t = make(host, [] { throw 3; });
  t.execute(t, &host, task_verb::run);
  CHECK_THROWS_AS(std::rethrow_exception(host.failure), int);
  CHECK(!host.failed_name.empty());
  CHECK(host.blocks == 0);
}

TEST_CASE("an over-aligned closure lies aligned, whatever block it gets") {
  struct alignas(512) wide {
    char bytes[512];
    void operator()() const { CHECK(reinterpret_cast<std::uintptr_t>(this) % 512 == 0); }
  };
  bench_host host;
  task& t = make(host, wide{});
  t.execute(t, &host, task_verb::run);
  CHECK(host.blocks == 0);
}

TEST_CASE("the header is two words, and a small closure adds its own size only") {
  CHECK(sizeof(task) == 2 * sizeof(void*));
  bench_host host;
  long a = 1;
  task& t = make(host, [a, b = &a, c = 2L] { CHECK(*b + a + c == 4); });
  CHECK(host.last_bytes == sizeof(task) + 24);
  t.execute(t, &host, task_verb::run);
}

struct with_a_name {
  static constexpr std::string_view name = "spelled out";
};
struct without_one {};

TEST_CASE("names of tasks") {
  CHECK(task_name<with_a_name>() == "spelled out");
  CHECK(task_name<without_one>().find("without_one") != std::string_view::npos);
  CHECK(task_name<int>() == "int");
}

TEST_CASE("names in the texts of compilers") {
  using naming::name_in;
  CHECK(name_in("constexpr view task_name() [with Function = main()::<lambda()>; view = string_view]") ==
        "main()::<lambda()>");
  CHECK(name_in("view task_name() [Function = (lambda at x.cpp:1:2)]") == "(lambda at x.cpp:1:2)");
  CHECK(name_in("task_name<int>(void)") == "task_name<int>(void)");  // of another compiler
  CHECK(name_in("").empty());
}

struct with_text {
  std::string name;
  std::string colour;
  int* ran;
  void operator()() const { ++*ran; }
};
struct with_letters {
  char name[16];
  const char* colour;
};
struct with_a_reference {
  const std::string& name;
};
class with_a_secret {
  [[maybe_unused]] static constexpr std::string_view name = "secret";
};

TEST_CASE("a data member that is called name is no name of the type") {
  CHECK(task_name<with_text>().find("with_text") != std::string_view::npos);
  CHECK(task_colour<with_text>().empty());
  CHECK(task_name<with_letters>().find("with_letters") != std::string_view::npos);
  CHECK(task_colour<with_letters>().empty());
  CHECK(task_name<with_a_reference>().find("with_a_reference") != std::string_view::npos);
  CHECK(task_name<with_a_secret>().find("with_a_secret") != std::string_view::npos);

  bench_host host;
  int ran = 0;
  task& t = make(host, with_text{"first", "red", &ran});
  t.execute(t, &host, task_verb::run);
  CHECK(ran == 1);
  CHECK(host.blocks == 0);
}

struct named_late {
  static inline std::string name = "early";
  static inline std::string colour = "#000000";
  void operator()() const {}
};

TEST_CASE("a name may be found out at run time, also that of a waiting task") {
  named_late::name = "late";
  named_late::colour = "#ffffff";
  CHECK(task_name<named_late>() == "late");
  CHECK(task_name<counted_function<named_late>>() == "late");
  CHECK(task_colour<counted_function<named_late>>() == "#ffffff");
  static_assert(task_name<counted_function<with_a_name>>() == "spelled out");
}

TEST_CASE("an arrival reports once; moving it moves the duty") {
  bench_host host;
  task waiting;
  graveyard dead;
  join_counter counter(waiting, 2, dead);
  arrivals both(counter, 2);
  arrival first = both.next();
  arrival second = both.next();
  arrival moved = std::move(first);
  moved.arrive(host);
  CHECK(host.ready == nullptr);
  second.arrive(host);
  CHECK(host.ready == &waiting);
  CHECK(dead.empty() == nullptr);
}

TEST_CASE("a lost arrival buries the waiting task") {
  task waiting;
  graveyard dead;
  join_counter counter(waiting, 2, dead);
  {
    arrivals both(counter, 2);
    const arrival lost = both.next();
  }
  CHECK(dead.empty() == &waiting);
}

}  // namespace task_test
