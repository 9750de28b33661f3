// Gifts between ranks that die at any time, with messages that take any time: each task counts once (gift_ledger.hpp).
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <optional>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/random.hpp>

#include "src/cluster/pool/gift_ledger.hpp"

namespace {

using jackdaw::cluster::detail::gift_ledger;
using bytes = gift_ledger::bytes;

bytes bytes_of(const std::vector<std::uint32_t>& numbers) {
  bytes written(numbers.size() * sizeof(std::uint32_t));
  if (!numbers.empty()) std::memcpy(written.data(), numbers.data(), written.size());
  return written;
}
std::vector<std::uint32_t> numbers_of(const bytes& written) {
  std::vector<std::uint32_t> numbers(written.size() / sizeof(std::uint32_t));
  if (!numbers.empty()) std::memcpy(numbers.data(), written.data(), written.size());
  return numbers;
}

/// The result of a gift is the list of the tasks that have been executed.
void append(bytes& to, bytes&& more) { to.insert(to.end(), more.begin(), more.end()); }

/// Ranks that execute a binary tree of tasks, give each other some at random, and die. A line between two ranks keeps
/// its order. Of what a rank has sent before it died some arrives, the first of each line.
class job {
 public:
  job(unsigned ranks, std::uint64_t seed) : random_(seed), ranks_(ranks), all_(ranks), lines_(ranks * ranks) {
    for (unsigned i = 0; i < ranks; ++i) all_[i].ledger.emplace(i, ranks, append);
    all_[0].ledger->begin();
    all_[0].tasks.push_back(1);
  }

  /// Steps until the first gift closes. Whether it did, with each task once.
  bool run() {
    for (int step = 0; step < 400'000; ++step) {
      const unsigned rank = random_.below(ranks_);
      if (!all_[rank].lives) continue;
      switch (random_.below(8)) {
        case 0:
          if (rank != 0 && random_.below(60) == 0) all_[rank].lives = false;
          break;
        case 1:
          notice(rank);
          break;
        case 2:
        case 3:
          give(rank);
          break;
        case 4:
        case 5:
          deliver(rank);
          break;
        default:
          work(rank);
      }
      if (all_[0].ledger->is_over()) return is_complete();
    }
    return false;
  }

  [[nodiscard]] std::uint64_t taken_back() const {
    std::uint64_t sum = 0;
    for (const place& each : all_) sum += each.ledger->taken_back();
    return sum;
  }

 private:
  static constexpr std::uint32_t tasks = 255;

  enum class kind { work, done, given_up };
  struct message {
    kind what;
    std::uint64_t number;
    bytes content;
  };
  struct place {
    std::optional<gift_ledger> ledger;
    std::deque<std::uint32_t> tasks;
    std::vector<std::uint32_t> executed;
    std::vector<unsigned> buried;
    bool lives = true;
  };

  [[nodiscard]] bool knows_as_dead(unsigned rank, unsigned other) const {
    const auto& buried = all_[rank].buried;
    return std::find(buried.begin(), buried.end(), other) != buried.end();
  }
  void send(unsigned from, unsigned to, message what) {
    lines_[from * ranks_ + to].push_back(std::move(what));
  }

  void work(unsigned rank) {
    place& own = all_[rank];
    if (own.ledger->is_given_up()) own.tasks.clear();
    if (!own.tasks.empty()) {
      const std::uint32_t task = own.tasks.back();
      own.tasks.pop_back();
      own.executed.push_back(task);
      for (const std::uint32_t child : {2 * task, 2 * task + 1})
        if (child <= tasks) own.tasks.push_back(child);
    } else if (own.ledger->is_active()) {
      own.ledger->drained(bytes_of(own.executed));
      own.executed.clear();
    } else if (const auto next = own.ledger->next()) {
      for (const std::uint32_t each : numbers_of(*next)) own.tasks.push_back(each);
    }
    while (auto note = own.ledger->next_note())
      send(rank, note->to,
           {note->is_done ? kind::done : kind::given_up, note->which, std::move(note->result)});
  }

  void give(unsigned rank) {
    place& own = all_[rank];
    const unsigned to = random_.below(ranks_);
    if (to == rank || own.tasks.empty() || !own.ledger->may_give() || knows_as_dead(rank, to)) return;
    const std::size_t count = 1 + random_.below(static_cast<std::uint32_t>(own.tasks.size()));
    std::vector<std::uint32_t> given(own.tasks.begin(),
                                     own.tasks.begin() + static_cast<std::ptrdiff_t>(count));
    own.tasks.erase(own.tasks.begin(), own.tasks.begin() + static_cast<std::ptrdiff_t>(count));
    const auto number = own.ledger->give(to, bytes_of(given));
    send(rank, to, {kind::work, number, bytes_of(given)});
  }

  void notice(unsigned rank) {
    const unsigned dead = random_.below(ranks_);
    if (all_[dead].lives || knows_as_dead(rank, dead)) return;
    all_[rank].buried.push_back(dead);
    all_[rank].ledger->lost(dead);
  }

  void deliver(unsigned to) {
    const unsigned from = random_.below(ranks_);
    auto& line = lines_[from * ranks_ + to];
    if (line.empty()) return;
    if (!all_[from].lives && random_.below(3) == 0) line.clear();
    if (line.empty()) return;
    message first = std::move(line.front());
    line.pop_front();
    if (knows_as_dead(to, from)) return;
    gift_ledger& ledger = *all_[to].ledger;
    if (first.what == kind::work) {
      ledger.came(from, first.number, std::move(first.content));
    } else if (first.what == kind::done) {
      ledger.reported(from, first.number, std::move(first.content));
    } else {
      ledger.given_up(from, first.number);
    }
  }

  [[nodiscard]] bool is_complete() {
    std::vector<std::uint32_t> found = numbers_of(all_[0].ledger->result());
    std::sort(found.begin(), found.end());
    if (found.size() != tasks) return false;
    for (std::uint32_t i = 0; i < tasks; ++i)
      if (found[i] != i + 1) return false;
    return true;
  }

  jackdaw::base::random random_;
  unsigned ranks_;
  std::vector<place> all_;
  std::vector<std::deque<message>> lines_;
};

}  // namespace

TEST_CASE("each task counts once, whichever ranks die, and whenever") {
  std::uint64_t taken_back = 0;
  for (unsigned ranks = 1; ranks <= 8; ++ranks)
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
      CAPTURE(ranks);
      CAPTURE(seed);
      job one(ranks, seed);
      CHECK(one.run());
      taken_back += one.taken_back();
    }
  CHECK(taken_back > 1000);
}

TEST_CASE("what a rank has got from a dead one it gives up, with all that came of it") {
  gift_ledger ledger(1, 4, append);
  ledger.came(2, 7, bytes_of({10, 11}));
  REQUIRE(ledger.next().has_value());
  const auto number = ledger.give(3, bytes_of({11}));
  ledger.lost(2);
  CHECK(ledger.is_given_up());
  CHECK_FALSE(ledger.may_give());
  const auto note = ledger.next_note();
  REQUIRE(note.has_value());
  CHECK(note->to == 3);
  CHECK_FALSE(note->is_done);
  CHECK(note->which == number);
  ledger.drained(bytes_of({10}));
  CHECK(ledger.is_idle());
  CHECK_FALSE(ledger.is_given_up());
  ledger.reported(3, number, bytes_of({11}));  // had been sent before
  CHECK_FALSE(ledger.next_note().has_value());
}

TEST_CASE("a report that comes when its gift was taken back is dropped") {
  gift_ledger ledger(0, 3, append);
  ledger.begin();
  const auto number = ledger.give(1, bytes_of({5}));
  ledger.drained(bytes_of({1}));
  ledger.lost(1);
  ledger.reported(1, number, bytes_of({5}));
  CHECK_FALSE(ledger.is_over());
  CHECK(numbers_of(ledger.next().value()) == std::vector<std::uint32_t>{5});
  ledger.drained(bytes_of({5}));
  REQUIRE(ledger.is_over());
  CHECK(numbers_of(ledger.result()) == std::vector<std::uint32_t>{1, 5});
}
