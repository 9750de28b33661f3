// Any two different functions that ranks are to call together, at once: all of them get one failure that names both, and
// everything can be used afterwards. No pair of calls makes a job hang.
#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <unistd.h>

#include "tests/cluster/rank_main.hpp"

namespace cluster = jackdaw::cluster;

namespace {

struct one {
  static constexpr std::string_view name = "one";
  cluster::reduction<long> sum;

  void operator()(cluster::worker& worker) const { ++worker.at(sum); }
};

bool is_last() { return here().rank() + 1 == here().ranks(); }

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// A call, and how a failure names it. `tells`: it throws by itself; the end of a flow prints what it meets.
struct call {
  const char* named;
  std::function<void()> make;
  bool tells = true;
};

/// What the call throws, on this rank.
std::string said_by(const call& made) {
  try {
    made.make();
  } catch (const cluster::failure& error) {
    CHECK((error.code() == cluster::errc::differing_calls ||
           error.code() == cluster::errc::differing_submissions));
    return error.what();
  }
  return "nothing";
}

/// What is printed on the standard error output meanwhile, on this rank.
std::string printed_by(const std::function<void()>& f) {
  std::fflush(stderr);
  const int before = dup(STDERR_FILENO);
  std::FILE* const file = std::tmpfile();
  REQUIRE(file != nullptr);
  dup2(fileno(file), STDERR_FILENO);
  f();
  std::fflush(stderr);
  dup2(before, STDERR_FILENO);
  close(before);
  std::rewind(file);
  std::string text;
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) text.push_back(static_cast<char>(c));
  std::fclose(file);
  return text;
}

void expect_refusal(const call& of_others, const call& of_last) {
  const call& own = is_last() ? of_last : of_others;
  CAPTURE(std::string(of_others.named));
  CAPTURE(std::string(of_last.named));
  const std::string text = own.tells ? said_by(own) : printed_by(own.make);
  CHECK(has(text, of_others.named));
  CHECK(has(text, of_last.named));
  // All are here, and with the same text where they say one.
  for (const std::string& each : here().gather(text))
    CHECK((each == text || !of_others.tells || !of_last.tells));
}

}  // namespace

TEST_CASE("each pair of different calls is refused on all ranks, and the job goes on") {
  const int length = 3;
  cluster::pool p(here());
  const auto sum = p.reduction_of<long>();
  cluster::flow tasks(here());
  cluster::handle<int> object(here(), 0, 1);
  cluster::handle<int> other(here(), 1, 2);
  cluster::recording seen(here());
  long runs = 0;
  const std::vector<call> all{
      {"barrier()", [] { here().barrier(); }},
      {"broadcast() from rank 0", [&] { static_cast<void>(here().broadcast(length)); }},
      {"broadcast() from rank 1", [&] { static_cast<void>(here().broadcast(length, 1)); }},
      {"gather()", [&] { static_cast<void>(here().gather(length)); }},
      {"pool", [] { const cluster::pool another(here()); }},
      {"pool",
       [&] {
         p.run(one{sum});
         ++runs;
       }},
      {"pool",
       [&] {
         p.run_on_all(one{sum});
         ++runs;
       }},
      {"pool", [&] { static_cast<void>(p.result(sum)); }},
      {"a wait", [&] { tasks.wait(); }},
      {"a wait for handle", [&] { tasks.wait(object); }},
      {"a fetch of handle", [&] { static_cast<void>(tasks.fetch(object)); }},
      {"a wait for handle", [&] { tasks.wait(other); }},
      {"a fetch of handle", [&] { static_cast<void>(tasks.fetch(other)); }},
      {"the end of the flow", [] { const cluster::flow another(here()); }, false},
      {"takes its recording", [&] { static_cast<void>(seen.take()); }},
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j < all.size(); ++j) {
      if (i != j) expect_refusal(all[i], all[j]);
    }
  }
  CHECK(runs == 0);
  p.run(one{sum});
  CHECK(p.result(sum) == 1);
  tasks.submit(cluster::write(object), [](int& x) { x = 7; });
  CHECK(tasks.fetch(object) == 7);
  CHECK(tasks.fetch(other) == 2);
  static_cast<void>(seen.take());
  {
    const cluster::pool another(here());
    static_cast<void>(another.counts());
  }
}

// A submission or a move is compared at the next call of the flow, whichever it is: nothing of it has begun then.
TEST_CASE("each pair of different submissions before different calls of a flow is refused") {
  cluster::flow tasks(here());
  cluster::handle<int> object(here(), 0, 1);
  cluster::handle<int> other(here(), 1, 2);
  const auto add_one = [&] { tasks.submit(cluster::write(object), [](int& x) { ++x; }); };
  const auto move = [&] { tasks.move(object, 2); };
  const std::vector<call> before{{"", [] {}},
                                 {"a move to rank 2", move},
                                 {"task '", add_one},
                                 {"a move to rank 0", [&] { tasks.move(other, 0); }}};
  const std::vector<call> after{
      {"", [&] { tasks.wait(); }},
      {"", [&] { tasks.wait(object); }},
      {"", [&] { static_cast<void>(tasks.fetch(other)); }},
  };
  for (std::size_t i = 0; i < before.size(); ++i) {
    for (std::size_t j = 0; j < before.size(); ++j) {
      for (std::size_t own = 0; own < after.size(); ++own) {
        if (i == j) continue;
        const std::size_t of_last = (own + i + j) % after.size();
        const auto both = [](const call& first, const call& second) {
          return call{first.named, [&first, &second] {
                        first.make();
                        second.make();
                      }};
        };
        expect_refusal(both(before[i], after[own]), both(before[j], after[of_last]));
      }
    }
  }
  CHECK(object.owner() == 0);
  CHECK(other.owner() == 1);
  CHECK(tasks.fetch(object) == 1);
  CHECK(tasks.fetch(other) == 2);
}

TEST_CASE("a rank at the end of a flow prints what the others throw, and what tasks threw it does not") {
  cluster::handle<int> object(here(), 0, 1);
  const std::string where = "jackdaw: rank " + std::to_string(here().ranks() - 1) + " of " +
                            std::to_string(here().ranks()) + " at the end of a flow, which throws nothing: ";
  const auto end = [] { const cluster::flow another(here()); };
  std::string thrown;
  std::string printed = printed_by(
      [&] { thrown = is_last() ? (end(), "") : said_by({"barrier()", [] { here().barrier(); }}); });
  CHECK(printed ==
        (is_last() ? where + here().gather(thrown)[0] + "\n" : here().gather(thrown)[here().ranks() - 1]));
  // The other ranks have submitted a task besides.
  printed = printed_by([&] {
    cluster::flow tasks(here());
    if (!is_last()) {
      tasks.submit(jackdaw::named("more"), cluster::write(object), [](int&) {});
      thrown = said_by({"a wait", [&] { tasks.wait(); }});
    }
  });
  // Their own end of the flow meets nobody: the last rank makes up for it.
  if (is_last()) end();
  CHECK(has(here().gather(printed).back(), "submission"));
  CHECK(has(here().gather(printed).back(), "task 'more' on rank 0"));
  printed = printed_by([&] {
    cluster::flow tasks(here());
    tasks.submit(cluster::write(object), [](int&) { throw 1; });
  });
  CHECK(printed.empty());
}

TEST_CASE("a recording that only some ranks begin is refused") {
  expect_refusal({"barrier()", [] { here().barrier(); }},
                 {"begins a recording", [] { const cluster::recording another(here()); }});
}

TEST_CASE("values of different types are not gathered") {
  const auto gathers = [](const char* named, auto value) {
    return call{named, [value] { static_cast<void>(here().gather(value)); }};
  };
  expect_refusal(gathers("gather()", 1), gathers("of another type", 1.5));
  const auto broadcasts = [](const char* named, auto value) {
    return call{named, [value] { static_cast<void>(here().broadcast(value)); }};
  };
  expect_refusal(broadcasts("broadcast()", 1U), broadcasts("of another type", std::string("x")));
}
