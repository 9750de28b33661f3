// Flows over ranks: the order of accesses, where tasks run, reductions, failures, and ranks that submit something else.
#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/random.hpp>
#include <jackdaw/parallel.hpp>

#include "tests/cluster/rank_main.hpp"

namespace cluster = jackdaw::cluster;
using cluster::add;
using cluster::on;
using cluster::read;
using cluster::reduce;
using cluster::write;
using jackdaw::named;
using jackdaw::priority;

namespace {

struct histogram {
  std::map<std::string, int> counts;
  std::set<unsigned> ranks;
  void serialize(auto& archive) { archive(counts, ranks); }
};
struct joined {
  [[nodiscard]] histogram make() const { return {}; }
  void apply(histogram& to, histogram&& from) const {
    for (const auto& [key, count] : from.counts) to.counts[key] += count;
    to.ranks.merge(from.ranks);
  }
};

/// Cannot be written, or read, as it says; `short`: less is written than is read.
struct fragile {
  std::string how;
  int value = 0;
};

unsigned ranks() { return here().ranks(); }

/// What a call throws, on all ranks the same.
template <class Error>
std::string thrown_by(auto call) {
  std::string what;
  try {
    call();
  } catch (const Error& error) { what = error.what(); }
  CHECK(here().gather(what) == std::vector<std::string>(ranks(), what));
  return what;
}

}  // namespace

template <>
struct jackdaw::cluster::serial<fragile> {
  static void save(const fragile& object, writer& out) {
    out.put(object.how);
    if (object.how == "save") throw std::runtime_error("it is broken");
    if (object.how != "short") out.put(object.value);
  }
  static fragile load(reader& in) {
    const auto how = in.get<std::string>();
    if (how == "load") throw std::runtime_error("it is broken");
    return {how, in.get<int>()};
  }
};

TEST_CASE("an object that cannot be written, or read, fails the flow on all ranks, and it goes on") {
  if (ranks() == 1) return;
  const unsigned last = ranks() - 1;
  for (const std::string how : {"save", "load", "short"}) {
    cluster::handle<fragile> a(here(), 0, fragile{"", 1});
    cluster::handle<int> b(here(), last, 5);
    cluster::flow tasks(here());
    const std::string number = " handle " + std::to_string(a.number()) + ")' has failed: rank ";
    const auto spoil = [&] { tasks.submit(write(a), [how](fragile& object) { object.how = how; }); };
    const auto heal = [&] { tasks.submit(on(0), write(a), [](fragile& object) { object.how = ""; }); };
    // On its way to a task that reads it.
    std::string what = thrown_by<jackdaw::flow_error>([&] {
      spoil();
      tasks.submit(read(a), write(b), [](const fragile& object, int& to) { to = object.value; });
      tasks.wait();
    });
    CHECK(what.find(how == "save" ? "task '(sending" + number + "0: it is broken"
                                  : "task '(receiving" + number + std::to_string(last)) != std::string::npos);
    CHECK(tasks.fetch(b) == 5);
    heal();
    tasks.submit(read(a), write(b), [](const fragile& object, int& to) { to = object.value; });
    CHECK(tasks.fetch(b) == 1);
    // On its way back from a task that has written it elsewhere.
    what = thrown_by<jackdaw::flow_error>([&] {
      tasks.submit(on(last), write(a), [how](fragile& object) { object = {how, 7}; });
      tasks.wait();
    });
    CHECK(what.find(how == "save" ? "task '(sending" + number + std::to_string(last) + ": it is broken"
                                  : "task '(receiving" + number + "0") != std::string::npos);
    CHECK(tasks.fetch(a).value == 1);
    // By a fetch.
    spoil();
    if (how == "save") {
      what = thrown_by<cluster::failure>([&] { static_cast<void>(tasks.fetch(a)); });
      CHECK(what == "rank 0: its value cannot be written: it is broken: malformed bytes");
    } else {
      CHECK_THROWS_AS(static_cast<void>(tasks.fetch(a)), std::runtime_error);  // each says which rank it is
    }
    // By a move: the object does not arrive, and all that needs it fails.
    what = thrown_by<jackdaw::flow_error>([&] {
      tasks.move(a, last);
      tasks.wait();
    });
    CHECK(what.find(number) != std::string::npos);
    what = thrown_by<jackdaw::flow_error>([&] { static_cast<void>(tasks.fetch(a)); });
    CHECK(what.find("it did not arrive when it moved here") != std::string::npos);
    what = thrown_by<jackdaw::flow_error>([&] {
      tasks.submit(on(0), read(a), write(b), [](const fragile& object, int& to) { to = object.value; });
      tasks.wait();
    });
    CHECK(what.find("it did not arrive when it moved here") != std::string::npos);
    CHECK(tasks.fetch(b) == 1);
  }
}

TEST_CASE("a value goes round all ranks, each of which adds to it") {
  std::deque<cluster::handle<std::vector<int>>> all;
  for (unsigned i = 0; i < ranks(); ++i) all.emplace_back(here(), i, 3, static_cast<int>(i));
  cluster::flow tasks(here());
  for (int round = 0; round < 3; ++round)
    for (unsigned i = 0; i < ranks(); ++i)
      tasks.submit(named("pass"), read(all[i]), write(all[(i + 1) % ranks()]),
                   [](const std::vector<int>& from, std::vector<int>& to) {
                     for (std::size_t k = 0; k < to.size(); ++k)
                       to[k] = 2 * to[k] + (&from == &to ? 0 : from[k]);
                   });
  tasks.wait();
  std::vector<int> serial(ranks());
  for (unsigned i = 0; i < ranks(); ++i) serial[i] = static_cast<int>(i);
  for (int round = 0; round < 3; ++round)
    for (unsigned i = 0; i < ranks(); ++i) {
      int& to = serial[(i + 1) % ranks()];
      to = 2 * to + (ranks() == 1 ? 0 : serial[i]);
    }
  for (unsigned i = 0; i < ranks(); ++i) CHECK(tasks.fetch(all[i]) == std::vector<int>(3, serial[i]));
}

TEST_CASE("tasks run where they write, unless told otherwise") {
  cluster::handle<int> at_last(here(), ranks() - 1, 0);
  cluster::handle<int> at_first(here(), 0, 0);
  std::vector<int> ran(4, -1);
  const auto notes = [&ran](std::size_t which) {
    return [&ran, which](auto&...) { ran[which] = static_cast<int>(here().rank()); };
  };
  cluster::flow tasks(here());
  tasks.submit(write(at_last), notes(0));
  tasks.submit(read(at_first), write(at_last), notes(1));
  tasks.submit(on(0), write(at_last), notes(2));
  tasks.submit(read(at_first), notes(3));
  tasks.wait();
  const int mine = static_cast<int>(here().rank());
  const bool is_last = here().rank() == ranks() - 1;
  const bool is_first = here().rank() == 0;
  CHECK(ran[0] == (is_last ? mine : -1));
  CHECK(ran[1] == (is_last ? mine : -1));
  CHECK(ran[2] == (is_first ? mine : -1));
  CHECK(ran[3] == (is_first ? mine : -1));
  CHECK_THROWS_AS(tasks.submit(on(ranks()), write(at_last), [](int&) {}), std::invalid_argument);
}

TEST_CASE("adds from all ranks, in any order") {
  cluster::handle<long> sum(here(), ranks() - 1, 0L);
  std::deque<cluster::handle<long>> parts;
  for (unsigned i = 0; i < 8; ++i) parts.emplace_back(here(), i % ranks(), static_cast<long>(i));
  cluster::flow tasks(here());
  for (int round = 0; round < 5; ++round)
    for (auto& part : parts) tasks.submit(read(part), add(sum), [](const long& p, long& s) { s += p; });
  CHECK(tasks.fetch(sum) == 5 * 28);
}

TEST_CASE("reductions of the user's own type run where what they read lives") {
  cluster::handle<histogram> all(here(), 0);
  std::deque<cluster::handle<std::string>> words;
  for (unsigned i = 0; i < 3 * ranks(); ++i)
    words.emplace_back(here(), i % ranks(), i % 2 == 0 ? "even" : "odd");
  cluster::flow tasks(here());
  const auto count = [](const std::string& word, histogram& into) {
    ++into.counts[word];
    into.ranks.insert(here().rank());
  };
  for (auto& word : words) tasks.submit(named("count"), read(word), reduce(all, joined()), count);
  tasks.submit(write(all), [](histogram& h) { h.counts["between"] = 1; });
  for (auto& word : words) tasks.submit(named("count"), read(word), reduce(all, joined()), count);
  const histogram found = tasks.fetch(all);
  const int words_even = static_cast<int>((3 * ranks() + 1) / 2);
  CHECK(found.counts.at("even") == 2 * words_even);
  CHECK(found.counts.at("odd") == 2 * (static_cast<int>(3 * ranks()) - words_even));
  CHECK(found.counts.at("between") == 1);
  CHECK(found.ranks.size() == ranks());

  cluster::handle<double> sum(here(), ranks() - 1, 1.0);
  for (auto& word : words)
    tasks.submit(read(word), reduce(sum), [](const std::string&, double& partial) { partial += 1; });
  CHECK(tasks.fetch(sum) == 1.0 + 3 * ranks());
}

TEST_CASE("more than eight accesses, and as many as are known when the program runs") {
  std::deque<cluster::handle<long>> many;
  for (unsigned i = 0; i < 30; ++i) many.emplace_back(here(), i % ranks(), static_cast<long>(i));
  cluster::handle<long> sum(here(), 0, 0L);
  cluster::flow tasks(here());
  auto& m = many;
  tasks.submit(read(m[0]), read(m[1]), read(m[2]), read(m[3]), read(m[4]), read(m[5]), read(m[6]), read(m[7]),
               read(m[8]), read(m[9]), read(m[10]), write(sum),
               [](const auto&... all) { const_cast<long&>(std::get<11>(std::tie(all...))) += 1; });
  tasks.submit(cluster::read_all(many), write(sum), [](const std::vector<const long*>& all, long& s) {
    for (const long* each : all) s += *each;
  });
  tasks.submit(cluster::write_all(many), [](const std::vector<long*>& all) {
    for (long* each : all) *each += 100;
  });
  std::vector<cluster::handle<long>*> some{&many[3], &many[29]};
  tasks.submit(cluster::read_all(some), add(sum), [](const std::vector<const long*>& all, long& s) {
    for (const long* each : all) s += *each;
  });
  CHECK(tasks.fetch(sum) == 1 + 435 + 232);
  CHECK(tasks.fetch(many[7]) == 107);
}

TEST_CASE("an object that is named twice is accessed once") {
  cluster::handle<int> a(here(), ranks() - 1, 5);
  cluster::flow tasks(here());
  tasks.submit(read(a), write(a),
               [](const int& before, int& now) { now = before + (&before == &now ? 1 : 100); });
  CHECK(tasks.fetch(a) == 6);
}

TEST_CASE("an object moves to another rank, and tasks that write it run there") {
  cluster::handle<std::string> text(here(), 0, "from 0");
  cluster::flow tasks(here());
  for (unsigned to = 0; to < 2 * ranks(); ++to) {
    tasks.move(text, to % ranks());
    CHECK(text.owner() == to % ranks());
    tasks.submit(write(text), [](std::string& t) { t += " " + std::to_string(here().rank()); });
  }
  std::string expected = "from 0";
  for (unsigned to = 0; to < 2 * ranks(); ++to) expected += " " + std::to_string(to % ranks());
  CHECK(tasks.fetch(text) == expected);
  tasks.wait(text);
  if (text.is_here()) CHECK(text.value() == expected);
}

TEST_CASE("of the ready tasks of a rank the most urgent come first") {
  cluster::handle<int> gate(here(), 0, 0);
  std::deque<cluster::handle<std::vector<int>>> logs;
  logs.emplace_back(here(), 0);
  cluster::flow tasks(here());
  tasks.submit(write(gate), [](int&) { std::this_thread::sleep_for(std::chrono::milliseconds(20)); });
  std::deque<cluster::handle<int>> own;
  for (int i = 0; i < 6; ++i) own.emplace_back(here(), 0, i);
  for (int i = 0; i < 6; ++i)
    tasks.submit(priority(i), read(gate), add(logs[0]),
                 [i](const int&, std::vector<int>& log) { log.push_back(i); });
  const auto order = tasks.fetch(logs[0]);
  CHECK(std::set<int>(order.begin(), order.end()).size() == 6);
}

TEST_CASE("a random program gives what the serial one gives") {
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    jackdaw::base::random random(seed);
    constexpr unsigned count = 13;
    std::deque<cluster::handle<std::vector<std::uint64_t>>> all;
    std::vector<std::vector<std::uint64_t>> serial;
    for (unsigned i = 0; i < count; ++i) {
      const std::vector<std::uint64_t> begin{i, seed};
      all.emplace_back(here(), random.below(ranks()), begin);
      serial.push_back(begin);
    }
    const auto mix = [](const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b,
                        std::vector<std::uint64_t>& to) {
      to.push_back(jackdaw::base::mix(a.back() + 3 * b.back() + to.back()));
      if (to.size() > 6) to.erase(to.begin());
    };
    cluster::flow tasks(here());
    for (int step = 0; step < 200; ++step) {
      const unsigned to = random.below(count);
      const unsigned a = (to + 1 + random.below(count - 1)) % count;
      const unsigned b = (to + 1 + random.below(count - 1)) % count;
      tasks.submit(read(all[a]), read(all[b]), write(all[to]), mix);
      mix(serial[a], serial[b], serial[to]);
    }
    for (unsigned i = 0; i < count; ++i) CHECK(tasks.fetch(all[i]) == serial[i]);
  }
}

TEST_CASE("a task that throws: skipped tasks, one error on all ranks, and the flow goes on") {
  cluster::handle<int> a(here(), ranks() - 1, 1);
  cluster::handle<int> b(here(), 0, 2);
  cluster::handle<int> c(here(), 0, 3);
  cluster::flow tasks(here());
  for (int round = 0; round < 2; ++round) {
    const std::string what = thrown_by<jackdaw::flow_error>([&] {
      tasks.submit(named("breaks"), write(a), [](int&) { throw std::runtime_error("no luck"); });
      tasks.submit(named("uses"), read(a), write(b), [](const int&, int& to) { to = 99; });
      tasks.submit(named("uses that"), read(b), write(a), [](const int&, int& to) { to = 99; });
      tasks.submit(named("other"), write(c), [](int& other) { ++other; });
      tasks.wait();
    });
    CHECK(what == "task 'breaks' has failed: rank " + std::to_string(ranks() - 1) +
                      ": no luck: a task has failed; 2 skipped");
    CHECK(tasks.fetch(b) == 2 + round);
    CHECK(tasks.fetch(c) == 4 + round);
    tasks.submit(read(a), write(b), [](const int& from, int& to) { to += from; });
    CHECK(tasks.fetch(b) == 3 + round);
  }
  const std::string what = thrown_by<jackdaw::flow_error>([&] {
    tasks.submit(named("breaks"), write(a), [](int&) { throw 1; });
    tasks.wait(a);
  });
  CHECK(what.find("something that is no std::exception") != std::string::npos);
}

TEST_CASE("ranks that submit something else get one error that names the first task that differs") {
  if (ranks() == 1) return;
  cluster::handle<int> a(here(), 0, 1);
  cluster::flow tasks(here());
  const bool is_last = here().rank() == ranks() - 1;
  const auto nothing = [](int&) {};
  // Another name.
  std::string what = thrown_by<cluster::failure>([&] {
    tasks.submit(named("same"), write(a), nothing);
    tasks.submit(named(is_last ? "odd" : "even"), write(a), nothing);
    tasks.submit(named("same"), write(a), nothing);
    tasks.wait();
  });
  CHECK(what.find("is task 'odd' on rank 0, and on rank 0 task 'even' on rank 0") != std::string::npos);
  // Fewer tasks.
  what = thrown_by<cluster::failure>([&] {
    tasks.submit(named("first"), write(a), nothing);
    if (!is_last) tasks.submit(named("second"), write(a), nothing);
    tasks.wait();
  });
  CHECK(what.find("is a wait, and on rank 0 task 'second' on rank 0") != std::string::npos);
  // Another access.
  what = thrown_by<cluster::failure>([&] {
    if (is_last) {
      tasks.submit(named("third"), read(a), [](const int&) {});
    } else {
      tasks.submit(named("third"), write(a), nothing);
    }
    tasks.wait();
  });
  CHECK(what.find("with other accesses, another function or another priority") != std::string::npos);
  // More than a batch, and one rank waits early.
  what = thrown_by<cluster::failure>([&] {
    for (int i = 0; i < 2000; ++i) {
      if (is_last && i == 100) tasks.wait();
      tasks.submit(named("many"), write(a), nothing);
    }
    tasks.wait();
  });
  CHECK(what.find("is a wait, and on rank 0 task 'many' on rank 0") != std::string::npos);
  tasks.submit(write(a), [](int& n) { n = 42; });
  CHECK(tasks.fetch(a) == 42);
}

TEST_CASE("ranks that wait for different handles, or fetch them, get one error") {
  if (ranks() == 1) return;
  cluster::handle<int> of_first(here(), 0, 1);
  cluster::handle<int> too(here(), 0, 2);
  cluster::handle<int> of_last(here(), ranks() - 1, 3);
  cluster::flow tasks(here());
  const bool is_last = here().rank() == ranks() - 1;
  const auto number = [](const auto& of) { return std::to_string(of.number()); };
  // One owner: each rank would get what another one asked for.
  std::string what =
      thrown_by<cluster::failure>([&] { static_cast<void>(tasks.fetch(is_last ? of_first : too)); });
  CHECK(what.find("is a fetch of handle " + number(of_first) + ", and on rank 0 a fetch of handle " +
                  number(too) + "; expected the same on all ranks") != std::string::npos);
  // Different owners.
  what = thrown_by<cluster::failure>([&] { static_cast<void>(tasks.fetch(is_last ? of_last : of_first)); });
  CHECK(what.find("is a fetch of handle " + number(of_last)) != std::string::npos);
  what = thrown_by<cluster::failure>([&] { tasks.wait(is_last ? of_last : of_first); });
  CHECK(what.find("is a wait for handle " + number(of_last)) != std::string::npos);
  // A wait here, a fetch there.
  what = thrown_by<cluster::failure>([&] {
    if (is_last) {
      tasks.wait(of_first);
    } else {
      static_cast<void>(tasks.fetch(of_first));
    }
  });
  CHECK(what.find("is a wait for handle " + number(of_first) + ", and on rank 0 a fetch of handle " +
                  number(of_first)) != std::string::npos);
  CHECK(tasks.fetch(of_first) + tasks.fetch(too) + tasks.fetch(of_last) == 6);
}

TEST_CASE("ranks that do not exist are refused at once") {
  cluster::handle<int> a(here(), 0, 5);
  cluster::flow tasks(here());
  const std::string expected = "; expected 0 to " + std::to_string(ranks() - 1);
  const std::string wrong = " rank " + std::to_string(ranks() + 1) + expected;
  CHECK(thrown_by<std::invalid_argument>([&] { const cluster::handle<int> b(here(), ranks() + 1, 1); }) ==
        "a handle is made with its object at" + wrong);
  CHECK(thrown_by<std::invalid_argument>([&] { tasks.move(a, ranks() + 1); }) ==
        "a handle is to move to" + wrong);
  CHECK(a.owner() == 0);
  CHECK(thrown_by<std::invalid_argument>([&] {
          tasks.submit(on(ranks() + 1), write(a), [](int&) {});
        }).find("is to run on" + wrong) != std::string::npos);
  CHECK(thrown_by<std::invalid_argument>([&] { static_cast<void>(here().broadcast(1, ranks() + 1)); }) ==
        "a broadcast is to come from" + wrong);
  CHECK(tasks.fetch(a) == 5);
}

TEST_CASE("a task of a flow may not wait, fetch, submit or call what is collective") {
  cluster::handle<int> a(here(), ranks() - 1, 1);
  cluster::handle<int> b(here(), 0, 1);
  cluster::flow tasks(here());
  const auto refused = [&](const std::string& what, auto call) {
    const std::string told = thrown_by<jackdaw::flow_error>([&] {
      tasks.submit(named("inner"), write(a), [call](int&) { call(); });
      tasks.wait();
    });
    CHECK(told.find("task 'inner' of a flow over ranks is to " + what + "; expected that outside of tasks") !=
          std::string::npos);
  };
  refused("wait or fetch", [&] { tasks.wait(); });
  refused("wait or fetch", [&] { tasks.wait(b); });
  refused("wait or fetch", [&] { static_cast<void>(tasks.fetch(b)); });
  refused("submit", [&] { tasks.submit(write(b), [](int&) {}); });
  refused("make a handle", [&] { const cluster::handle<int> c(here(), 0, 1); });
  refused("move a handle", [&] { tasks.move(b, 0); });
  refused("call a collective function of the world", [&] { here().barrier(); });
  tasks.submit(write(a), [](int& n) { n = 7; });
  CHECK(tasks.fetch(a) + tasks.fetch(b) == 8);
}

TEST_CASE("handles that end when an exception leaves the flow, and while StarPU executes their last tasks") {
  cluster::handle<int> sum(here(), 0, 0);
  const std::string what = thrown_by<std::runtime_error>([&] {
    cluster::flow tasks(here());
    cluster::handle<int> a(here(), ranks() - 1, 1);
    cluster::handle<double> b(here(), 0, 1.0);
    tasks.submit(read(a), write(sum), [](const int&, int&) {});
    tasks.submit(read(a), reduce(b), [](const int&, double&) {});
    tasks.move(a, 0);
    throw std::runtime_error("all ranks leave");
  });
  CHECK(what == "all ranks leave");
  cluster::flow tasks(here());
  {
    cluster::handle<int> a(here(), ranks() - 1, 0);
    for (int i = 0; i < 512; ++i)  // a batch, which begins
      tasks.submit(write(a), [](int& n) {
        std::this_thread::sleep_for(std::chrono::microseconds(100));
        ++n;
      });
  }
  tasks.wait();
  CHECK(tasks.fetch(sum) == 0);
}

TEST_CASE("tasks may use loops and joins of their rank") {
  std::deque<cluster::handle<std::vector<int>>> parts;
  for (unsigned i = 0; i < ranks(); ++i) parts.emplace_back(here(), i, 1000, 1);
  cluster::handle<long> sum(here(), 0, 0L);
  cluster::flow tasks(here());
  for (auto& part : parts)
    tasks.submit(write(part), [](std::vector<int>& values) {
      jackdaw::scheduler inside(2U);
      inside.run([&values](jackdaw::worker& w) {
        jackdaw::parallel_for(w, std::size_t{0}, values.size(),
                              [&](std::size_t i) { values[i] += static_cast<int>(i); });
      });
    });
  for (auto& part : parts)
    tasks.submit(read(part), add(sum), [](const std::vector<int>& values, long& s) {
      for (const int each : values) s += each;
    });
  CHECK(tasks.fetch(sum) == static_cast<long>(ranks()) * (1000 + 499500));
}

TEST_CASE("ranks that come late, and flows one after another") {
  for (unsigned round = 0; round < 3; ++round) {
    if (here().rank() == round % ranks()) std::this_thread::sleep_for(std::chrono::milliseconds(100));
    cluster::handle<int> a(here(), round % ranks(), 0);
    cluster::flow tasks(here());
    for (int i = 0; i < 100; ++i) tasks.submit(write(a), [](int& n) { ++n; });
    CHECK(tasks.fetch(a) == 100);
  }
}
