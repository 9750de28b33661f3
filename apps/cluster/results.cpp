#include "apps/cluster/results.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace jackdaw::apps::cluster_programs {

run_time::run_time(cluster::world& all) : all_(all), cpu_before_(base::process_cpu_nanoseconds()) {
  all.barrier();
  watch_ = {};
}

std::uint64_t run_time::cpu() const { return all_.combine(base::process_cpu_nanoseconds() - cpu_before_); }

void print_title(cluster::world& all, const char* name, double seconds, kind_of_program kind) {
  if (all.rank() != 0) return;
  constexpr unsigned most_of_flow = 4;  // StarPU's STARPU_MAXCPUS, as Debian builds it
  const bool is_limited = kind == kind_of_program::flow && all.workers() > most_of_flow;
  std::printf("%s on %u ranks of %u workers%s\n", name, all.ranks(), all.workers(),
              is_limited ? "; a flow uses as many as StarPU was built for, on Debian 4" : "");
  std::printf("  time      %.3f s\n", seconds);
}

void print_error(cluster::world& all, const char* what, double error, bool is_right) {
  if (all.rank() == 0) std::printf("  %-9s %.3g (%s)\n", what, error, is_right ? "right" : "WRONG");
}

void print_balance(cluster::world& all, const cluster::pool& p, std::uint64_t share) {
  const std::vector<std::uint64_t> shares = all.gather(share);
  const std::uint64_t moved = all.combine(p.counts().given);
  const std::uint64_t messages = all.combine(p.counts().messages);
  if (all.rank() != 0) return;
  double sum = 0;
  for (const std::uint64_t each : shares) sum += static_cast<double>(each);
  std::printf("  balance   %.3f, the largest share of a rank by the mean\n",
              static_cast<double>(*std::ranges::max_element(shares)) * all.ranks() / std::max(sum, 1.0));
  std::printf("  moved     %llu tasks, %llu messages\n", static_cast<unsigned long long>(moved),
              static_cast<unsigned long long>(messages));
}

}  // namespace jackdaw::apps::cluster_programs
