// Values that ranks give each other: before a run, in it, and after it.
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include <jackdaw/cluster.hpp>
#include <jackdaw/fork_join.hpp>

namespace cluster = jackdaw::cluster;

using number_list = std::vector<long>;

long largest_of(const long* from, const long* to, jackdaw::worker& worker) {
  if (to - from == 1) return *from;
  const long* const middle = from + (to - from) / 2;
  const auto [left, right] = jackdaw::join(
      worker, [=](auto& w) { return largest_of(from, middle, w); },
      [=](auto& w) { return largest_of(middle, to, w); });
  return left > right ? left : right;
}

struct search {
  cluster::kept<number_list> numbers;
  cluster::best<long, std::greater<long>> largest;
  std::size_t from, to;

  void operator()(cluster::worker& worker) const {
    if (to - from <= 1000) {
      const long* const all = worker.at(numbers).data();  // what this rank has kept
      worker.improve(largest, largest_of(all + from, all + to, worker.local()));
      return;
    }
    const std::size_t middle = from + (to - from) / 2;
    worker.put(search{numbers, largest, from, middle});
    worker.put(search{numbers, largest, middle, to});
  }
};

int main(int argc, char** argv) {
  cluster::world all(argc, argv);
  number_list input;
  if (all.rank() == 0) {  // which reads a file, say
    for (long i = 0; i < 100'000; ++i) input.push_back(i * 37 % 100'003);
  }
  input = all.broadcast(input);  // rank 0's, on all ranks

  cluster::pool p(all);
  const auto numbers = p.keep(input);
  const auto largest = p.best_of(0L);
  p.run(search{numbers, largest, 0, input.size()});
  const long found = p.result(largest);  // the best of any rank

  const std::vector<std::string> names = all.gather("rank " + std::to_string(all.rank()));
  const unsigned workers = all.combine(all.workers());  // the sum; another operation may follow
  all.barrier();                                        // returns when all ranks have called it
  if (all.rank() == 0) std::printf("%ld; %u workers, up to %s\n", found, workers, names.back().c_str());
  return found == 100'002 ? 0 : 1;
}
