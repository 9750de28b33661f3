#include "cli/explain/contradictions.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <nlohmann/json.hpp>

#include <jackdaw/trace/text/text.hpp>

namespace jackdaw::cli {

namespace {

constexpr double much = 0.05;     // of the work, or of the CPU time: a reader has to know
constexpr double inexact = 0.01;  // clocks of processors differ by less
constexpr double costs =
    1.5;  // so much longer than a greedy schedule may a run take by what scheduling costs
constexpr std::uint64_t short_time = 1'000'000;  // nanoseconds: the kernel's account may be so old

std::string time(std::uint64_t nanoseconds) { return trace::duration(static_cast<double>(nanoseconds)); }

bool exceeds(std::uint64_t one, std::uint64_t other) {
  return static_cast<double>(one) > (1 + inexact) * static_cast<double>(other);
}

/// The CPU time that was not seen, if that is much.
std::uint64_t much_unseen(const trace::losses& lost) {
  const std::uint64_t unseen = lost.cpu.unseen();
  const bool is_much = static_cast<double>(unseen) > much * static_cast<double>(lost.cpu.process);
  return is_much && unseen > short_time ? unseen : 0;
}

}  // namespace

std::string away_text(const trace::losses& lost) {
  return "preempted " + time(lost.preempted) + ", asleep for lack of work " + time(lost.asleep) +
         ", waiting otherwise " + time(lost.blocked) + ", of " + time(lost.of_workers);
}

std::string unseen_text(const trace::losses& lost) {
  std::string text;
  if (lost.runs_inside != 0)
    text = std::to_string(lost.runs_inside) + (lost.runs_inside == 1 ? " run" : " runs") +
           " inside tasks, for " + time(lost.inside) + " of task time";
  if (const std::uint64_t unseen = much_unseen(lost); unseen != 0) {
    text += (text.empty() ? "" : ", and ") + time(unseen) + " of " + time(lost.cpu.process) +
            " CPU time, used by threads that are no workers of this scheduler";
  }
  return text;
}

std::vector<std::string> warnings(const trace::losses& lost, const trace::graph& order) {
  std::vector<std::string> all;
  if (const std::string unseen = unseen_text(lost); !unseen.empty()) {
    all.push_back(
        "Not seen: " + unseen +
        ". Threads that submit tasks of a flow take such time, which belongs to no task. So does a call "
        "without a worker (parallel_for, join, task_group) inside an observed task: it runs on the "
        "default scheduler, and T1, T∞ and parallelism do not include its tasks. Pass the worker on "
        "to have it recorded.");
  }
  if (static_cast<double>(lost.in_tasks) > much * static_cast<double>(order.work)) {
    all.push_back("Tasks were without a processor for " + time(lost.in_tasks) + ", beside " +
                  time(order.work) +
                  " of work: T1 and T∞ are in CPU time, the schedule and the time of the run are not. The "
                  "machine was busy, or "
                  "there were more workers than processors, or tasks waited for something.");
  }
  if (exceeds(order.work, lost.of_workers))
    all.push_back("T1 is " + time(order.work) + ", more than the " + time(lost.of_workers) +
                  " that the workers had: this is impossible, so do not rely on any figure.");
  if (exceeds(order.span, lost.time))
    all.push_back("T∞ is " + time(order.span) + ", more than the " + time(lost.time) +
                  " of the run: this is impossible, so do not rely on any figure.");
  return all;
}

std::vector<std::string> warnings(const std::vector<double>& predicted, const trace::graph& order) {
  std::vector<std::string> all;
  const auto work = static_cast<double>(order.work);
  const auto span = static_cast<double>(order.span);
  double p = 1;
  for (const double found : predicted) {
    const double least = std::max(work / p, span);
    const double most = std::min(work, work / p + span);
    const std::string processors = trace::fixed(p, 0) + (p == 1 ? " processor" : " processors");
    if (found > costs * most) {
      all.push_back(
          "With " + processors + " the replay takes " + trace::duration(found) +
          ", a greedy schedule at most " + trace::duration(most) +
          ": the difference is what scheduling costs, and what one thread did between runs. Tasks are "
          "too short, or much is serial.");
      break;
    }
    if (found < (1 - inexact) * least) {
      all.push_back("With " + processors + " the replay takes " + trace::duration(found) +
                    ", less than any schedule, " + trace::duration(least) + ": this is impossible.");
      break;
    }
    p *= 2;
  }
  return all;
}

apps::json to_json(const trace::losses& lost) {
  return {{"preempted_nanoseconds", lost.preempted},
          {"blocked_nanoseconds", lost.blocked},
          {"asleep_nanoseconds", lost.asleep},
          {"missing_in_tasks_nanoseconds", lost.in_tasks},
          {"runs_inside", lost.runs_inside},
          {"runs_inside_nanoseconds", lost.inside},
          {"process_cpu_nanoseconds", lost.cpu.process},
          {"unseen_cpu_nanoseconds", lost.cpu.unseen()}};
}

}  // namespace jackdaw::cli
