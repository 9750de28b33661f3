// The same with Taskflow's pipeline. Its stages hand nothing on: an item has a place by the number of its line.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>

#include <taskflow/algorithm/pipeline.hpp>
#include <taskflow/taskflow.hpp>

#include "problem.hpp"

int main() {
  problem::source in;
  problem::sink out;
  std::array<std::uint64_t, problem::in_flight> places{};
  tf::Pipeline pipeline(
      problem::in_flight,
      tf::Pipe{tf::PipeType::SERIAL,
               [&](tf::Pipeflow& item) {
                 if (item.token() == problem::items) return item.stop();
                 places[item.line()] = in.next();
               }},
      tf::Pipe{tf::PipeType::PARALLEL,
               [&](tf::Pipeflow& item) { places[item.line()] = problem::work(places[item.line()]); }},
      tf::Pipe{tf::PipeType::SERIAL, [&](tf::Pipeflow& item) { out.take(places[item.line()]); }});
  tf::Taskflow tasks;
  tasks.composed_of(pipeline);
  tf::Executor executor;
  executor.run(tasks).wait();

  const bool right = out.sum == problem::expected();
  std::puts(right ? "right" : "WRONG");
  return right ? 0 : 1;
}
