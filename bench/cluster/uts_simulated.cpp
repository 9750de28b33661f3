// UTS over more ranks than there are: what ranks of a pool say to each other (src/cluster/pool), run by SimGrid's SMPI on a
// described network. Nodes are really searched; their time is a parameter. Compiled and started by bench/cluster/simulate.
//
//   uts_simulated TREE NANOSECONDS
//
// A rank has one worker here, which looks for messages every 50 us of its time, as a worker of a pool does. Without a task
// it waits for a message: as nothing happens at a rank before one comes, that is what polling would do, and costs the
// simulation nothing.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "apps/uts/search.hpp"
#include "apps/uts/tree_list.hpp"
#include "src/cluster/mpi.hpp"
#include "src/cluster/pool/conversation.hpp"

namespace cluster = jackdaw::cluster;
namespace uts = jackdaw::apps::uts;
using cluster::detail::conversation;

namespace {

/// The tasks of a rank with one worker: nodes that are still to be visited, the oldest first.
class nodes_to_visit {
 public:
  struct none {};  // what stands for the worker

  [[nodiscard]] bool are_none(none& /*self*/) const noexcept { return nodes_.size() == first_; }
  [[nodiscard]] bool are_few(none& self) const noexcept { return are_none(self); }

  /// As a worker that answers between two tasks: half of what it has, the oldest, 512 at most.
  std::uint32_t give(none& /*self*/, cluster::writer& out) {
    constexpr std::size_t most = 512;
    const std::size_t count = std::min((nodes_.size() - first_) / 2, most);
    for (std::size_t i = 0; i < count; ++i) out.put(nodes_[first_++]);
    return static_cast<std::uint32_t>(count);
  }
  std::uint32_t take(none& /*self*/, cluster::reader& in) {
    std::uint32_t taken = 0;
    for (; in.left() != 0; ++taken) nodes_.push_back(in.get<uts::node>());
    return taken;
  }

  void put(const uts::node& one) { nodes_.push_back(one); }
  /// Visits up to `most` of the newest. How many.
  std::uint64_t visit(const uts::tree& rules, std::uint64_t most) {
    std::uint64_t visited = 0;
    for (; visited < most && nodes_.size() > first_; ++visited) {
      const uts::node at = nodes_.back();
      nodes_.pop_back();
      for (int i = rules.children_of(at) - 1; i >= 0; --i) nodes_.push_back(uts::tree::child(at, i));
    }
    if (nodes_.size() == first_) {
      nodes_.clear();
      first_ = 0;
    }
    return visited;
  }

 private:
  std::vector<uts::node> nodes_;
  std::size_t first_ = 0;  // those before have left
};

struct result {
  std::uint64_t nodes = 0;
  double ended = 0;      // when the rank knew it
  double last_task = 0;  // when its last task was over
};

result search(cluster::world::state& world, const uts::tree& rules, double node_seconds,
              std::uint64_t& messages, std::uint64_t& waves) {
  cluster::detail::pool_state state(world.rank, world.ranks, 1);
  cluster::detail::mailbox mail(world);
  cluster::detail::lifelines lines(world.rank, world.ranks);
  cluster::detail::termination_wave wave(world.rank, world.ranks);
  cluster::pool_counts counts;
  nodes_to_visit tasks;
  nodes_to_visit::none self;
  conversation<nodes_to_visit, nodes_to_visit::none> talk(tasks, state, mail, lines, wave, counts);
  mail.begin_run();
  if (world.rank == 0) tasks.put(rules.root());

  constexpr double between_looks = 50e-6;
  const auto at_once = std::max<std::uint64_t>(static_cast<std::uint64_t>(between_looks / node_seconds), 1);
  result found;
  while (!talk.is_over()) {
    if (!tasks.are_none(self)) {
      const std::uint64_t visited = tasks.visit(rules, at_once);
      smpi_execute(static_cast<double>(visited) * node_seconds);
      found.nodes += visited;
      found.last_task = MPI_Wtime();
    }
    const bool moved = talk.look(self, 0) || talk.out_of_tasks(self);
    if (!moved && !talk.is_over() && tasks.are_none(self)) mail.wait(64 * 1024);
  }
  found.ended = MPI_Wtime();
  MPI_Barrier(world.all);
  while (mail.receive()) {}  // what others wait to be rid of
  while (!mail.clean_up()) {}
  messages = mail.sent();
  waves = wave.waves();
  return found;
}

}  // namespace

int main(int count, char** arguments) {
  MPI_Init(&count, &arguments);
  cluster::world::state world;
  world.all = MPI_COMM_WORLD;
  int number = 0;
  MPI_Comm_rank(world.all, &number);
  world.rank = static_cast<unsigned>(number);
  MPI_Comm_size(world.all, &number);
  world.ranks = static_cast<unsigned>(number);

  world.is_lost.resize(world.ranks);

  const auto trees = uts::published_trees();
  const std::string name = count > 2 ? arguments[1] : "";
  const auto chosen =
      std::find_if(trees.begin(), trees.end(), [&](const auto& each) { return each.name == name; });
  const double node_seconds = count > 2 ? 1e-9 * std::atof(arguments[2]) : 0;
  if (chosen == trees.end() || node_seconds <= 0) {
    if (world.rank == 0)
      std::fprintf(stderr, "uts_simulated: expected a tree, such as T1L, and nanoseconds a node\n");
    MPI_Finalize();
    return 2;
  }
  const uts::tree rules(chosen->rules);
  MPI_Barrier(world.all);
  const double begun = MPI_Wtime();
  std::uint64_t messages = 0;
  std::uint64_t waves = 0;
  const result own = search(world, rules, node_seconds, messages, waves);

  const std::uint64_t counts[2] = {own.nodes, messages};
  std::uint64_t sums[2] = {};
  MPI_Reduce(counts, sums, 2, MPI_UINT64_T, MPI_SUM, 0, world.all);
  const double times[3] = {own.ended, own.last_task, static_cast<double>(own.nodes)};
  double latest[3] = {};
  MPI_Reduce(times, latest, 3, MPI_DOUBLE, MPI_MAX, 0, world.all);
  if (world.rank == 0) {
    const double seconds = latest[0] - begun;
    const double ideal = static_cast<double>(sums[0]) * node_seconds / world.ranks;
    // ranks, seconds, efficiency, largest share by mean, messages a rank, seconds from the last task to the end
    std::printf("%u\t%.6f\t%.4f\t%.3f\t%.1f\t%.6f\t%llu\t%s\n", world.ranks, seconds, ideal / seconds,
                latest[2] * world.ranks / static_cast<double>(sums[0]),
                static_cast<double>(sums[1]) / world.ranks, latest[0] - latest[1],
                static_cast<unsigned long long>(waves), sums[0] == *chosen->nodes ? "right" : "WRONG");
  }
  MPI_Finalize();
  return world.rank == 0 && sums[0] != *chosen->nodes ? 1 : 0;
}
