// Accesses to ranges of handles: as many as are known at run time.
#include <array>
#include <atomic>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>

namespace ranges_test {

namespace own_words {

int read(const std::vector<int>& of) { return static_cast<int>(of.size()); }
int write(std::string_view text) { return static_cast<int>(text.size()); }
template <class T>
int add(const T& /*any*/) {
  return 7;
}
int reduce(const std::vector<int>& of, double by) {
  return static_cast<int>(static_cast<double>(of.size()) * by);
}

}  // namespace own_words

using namespace jackdaw;

TEST_CASE(
    "functions of the user's own that are called read, write, add or reduce are preferred to a refusal") {
  using namespace own_words;
  std::vector<int> three{1, 2, 3};
  CHECK(read(three) == 3);
  CHECK(write(std::string("four")) == 4);
  CHECK(add(three) == 7);
  CHECK(reduce(three, 2) == 6);
}

TEST_CASE("a range of handles gives references, in its order") {
  scheduler sched(2);
  flow tasks(sched);
  std::vector<handle<int>> cells(5);
  std::array<handle<double>*, 2> chosen{};
  std::deque<handle<double>> sums;
  for (std::size_t i = 0; i < 3; ++i) sums.emplace_back(0.0);
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i].value() = static_cast<int>(i);
  chosen = {&sums[2], &sums[0]};
  handle<std::string> text;
  tasks.submit(read(cells), write(text), add(chosen),
               [](references<const int> all, std::string& t, references<double> to) {
                 for (const int& x : all) t += std::to_string(x);
                 to[0] += 1;
                 to[1] += all[4];
               });
  std::vector<std::reference_wrapper<handle<int>>> wrapped{cells[3], cells[1]};
  tasks.submit(write(wrapped), [](std::span<int* const> all) {
    for (int* x : all) *x *= 10;
  });
  tasks.wait();
  CHECK(text.value() == "01234");
  CHECK(sums[2].value() == 1);
  CHECK(sums[0].value() == 4);
  CHECK(sums[1].value() == 0);
  CHECK(cells[3].value() == 30);
  CHECK(cells[1].value() == 10);
  CHECK(cells[2].value() == 2);
}

TEST_CASE("none, one and ten thousand handles") {
  scheduler sched(2);
  flow tasks(sched);
  for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{254}, std::size_t{255},
                                  std::size_t{256}, std::size_t{10'000}}) {
    CAPTURE(count);
    std::vector<handle<int>> cells(count);
    handle<long> sum(0L);
    for (int round = 0; round < 3; ++round) {
      for (auto& each : cells) tasks.submit(write(each), [](int& x) { ++x; });
      tasks.submit(read(cells), write(sum), [](references<const int> all, long& s) {
        s = 0;
        for (const int& x : all) s += x;
      });
      tasks.submit(write(cells), [](references<int> all) {
        for (int& x : all) ++x;
      });
    }
    tasks.wait();
    CHECK(sum.value() == 5 * static_cast<long>(count));
    for (auto& each : cells) REQUIRE(each.value() == 6);
  }
}

TEST_CASE("a handle that is named twice is accessed once, as the stronger says") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> x(0);
  std::vector<handle<int>*> twice{&x, &x, &x};
  int seen = 0;
  for (int i = 0; i < 50; ++i) {
    tasks.submit(add(twice), [](references<int> all) { ++all[2]; });
    tasks.submit(read(twice), write(x), [](references<const int> all, int& alone) { alone = all[0] + 1; });
    tasks.submit(read(twice), read(x),
                 [&seen](references<const int> all, int same) { seen = all[1] + same; });
    tasks.submit(reduce(twice), [](references<int> all) { all[0] += 1, all[1] += 1; });
  }
  tasks.wait();
  CHECK(x.value() == 200);
  CHECK(seen == 2 * 198);
}

TEST_CASE("of two types of accesses to one handle the stronger counts, in whatever order they are named") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> x(0);
  std::vector<handle<int>*> range{&x, &x};
  std::atomic<bool> is_inside = false;
  std::atomic<int> met = 0;
  std::atomic<int> came = 0;
  const auto stay = [&] {  // long enough for a reader to come in, if one may
    is_inside = true;
    for (int i = 0; i < 20'000 && met == 0; ++i) std::this_thread::yield();
    is_inside = false;
  };
  const auto look = [&](int) {
    ++came;
    if (is_inside) ++met;
  };
  tasks.submit(read(range), write(x), [&](references<const int>, int&) { stay(); });
  tasks.submit(read(x), look);
  tasks.submit(write(x), read(range), [&](int&, references<const int>) { stay(); });
  tasks.submit(read(x), look);
  tasks.wait();
  CHECK(came == 2);
  CHECK(met == 0);
}

TEST_CASE("adds to several random handles do not deadlock, and none is lost") {
  scheduler sched(3);
  flow tasks(sched);
  std::vector<handle<long>> sums(20);
  std::size_t random = 1;
  for (int i = 0; i < 2000; ++i) {
    std::array<handle<long>*, 3> chosen{};
    for (auto& each : chosen)
      each = &sums[(random = random * 6364136223846793005U + 1442695040888963407U) >> 60U];
    tasks.submit(add(chosen), [](references<long> all) {
      for (long& s : all) ++s;
    });
  }
  tasks.wait();
  long all = 0;
  for (auto& s : sums) all += s.value();
  CHECK(all == 6000);
}

TEST_CASE("ranges reduce, in any order and in that of submission") {
  scheduler sched(3);
  flow tasks(sched);
  std::vector<handle<long>> sums(10);
  std::vector<handle<std::string>> texts(3);
  for (int i = 0; i < 300; ++i) {
    tasks.submit(reduce(sums), [](references<long> all) {
      for (long& s : all) ++s;
    });
    tasks.submit(reduce_in_order(texts), [i](references<std::string> all) {
      for (std::string& t : all) t += static_cast<char>('a' + i % 26);
    });
  }
  tasks.wait();
  for (auto& s : sums) CHECK(s.value() == 300);
  std::string expected;
  for (int i = 0; i < 300; ++i) expected += static_cast<char>('a' + i % 26);
  for (auto& t : texts) CHECK(t.value() == expected);
}

TEST_CASE("a function reduces") {
  scheduler sched(3);
  flow tasks(sched);
  handle<double> product(1.0);
  handle<std::vector<int>> all;
  for (int i = 0; i < 20; ++i) {
    tasks.submit(
        reduce(product, [](double& into, double from) { into *= from; }, 1.0), [](double& p) { p *= 2; });
    tasks.submit(reduce_in_order(all,
                                 [](std::vector<int>& into, std::vector<int>&& from) {
                                   into.insert(into.end(), from.begin(), from.end());
                                 }),
                 [i](std::vector<int>& found) { found.push_back(i); });
  }
  tasks.wait();
  CHECK(product.value() == 1024.0 * 1024.0);
  REQUIRE(all.value().size() == 20);
  for (int i = 0; i < 20; ++i) CHECK(all.value()[static_cast<std::size_t>(i)] == i);
}

TEST_CASE("ranges with attributes, subtasks and reservations") {
  scheduler sched(2);
  flow tasks(sched);
  std::vector<handle<int>> cells(300);
  std::vector<handle<int>> others(300);
  std::vector<handle<void>> phases(3);
  bool refused = false;
  auto later = [&] {
    std::vector<handle<int>*> some{&cells[0], &cells[299], &cells[7]};  // gone before the task comes
    return tasks.reserve(write(some), reduce(others));
  }();
  tasks.submit(
      named("all"), with_subtasks, write(cells), read(phases), [&](auto& subtasks, references<int> all) {
        for (int& x : all) subtasks.submit([&x] { ++x; });
        subtasks.submit(with_subtasks, write(others), [](auto& own, references<int> more) {
          for (int& x : more) own.submit([&x] { ++x; });
        });
        try {
          subtasks.submit(read(std::vector<handle<int>*>{&cells[150]}), [](references<const int>) {});
        } catch (const std::logic_error&) { refused = true; }
      });
  tasks.submit(priority(2), add(cells), [](references<int> all) { all[0] *= 3; });
  tasks.submit(pinned(1), add(cells), [](references<int> all) { all[1] *= 3; });
  later.submit([](references<int> some, references<int> more) {
    some[1] = 5;
    for (int& x : more) x += 2;
  });
  tasks.wait();
  CHECK(refused);
  CHECK(cells[299].value() == 6);
  CHECK(cells[0].value() == 3);
  CHECK(cells[1].value() == 3);
  for (auto& x : others) REQUIRE(x.value() == 3);
}

TEST_CASE("what a failed task was to write in a range skips its readers, and a range may throw") {
  scheduler sched(2);
  flow tasks(sched);
  std::vector<handle<int>> cells(1000);
  bool ran = false;
  tasks.submit(write(cells), [](references<int>) { throw std::runtime_error("broken"); });
  tasks.submit(read(cells[999]), [&ran](int) { ran = true; });
  CHECK_THROWS_AS(tasks.wait(), flow_error);
  CHECK_FALSE(ran);
  struct copy_throws {
    copy_throws() = default;
    copy_throws(const copy_throws& /*from*/) { throw std::runtime_error("no copy"); }
    void operator()(references<int> /*all*/) const {}
  };
  const copy_throws function;
  CHECK_THROWS_AS(tasks.submit(write(cells), function), std::runtime_error);
  tasks.submit(write(cells), [&ran](references<int> all) { ran = all.size() == 1000; });
  tasks.wait();
  CHECK(ran);
}

}  // namespace ranges_test
