// Flows over ranks: the order of accesses, where tasks run, moves, and reductions.
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

unsigned ranks() { return here().ranks(); }

}  // namespace

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
