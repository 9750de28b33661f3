// The forms in which a job over ranks can be seen: --trace and --report.
#pragma once

#include <string>

#include <CLI/App.hpp>

#include <jackdaw/cluster/record/recorded_job.hpp>
#include <jackdaw/cluster/world.hpp>

namespace jackdaw::apps::cluster_programs {

class job_forms {
 public:
  void declare(CLI::App& command);
  [[nodiscard]] bool asked() const { return !trace_.empty() || !report_.empty(); }

  /// Throws input_error, on all ranks, unless rank 0 can write the files.
  void require_writable(cluster::world& all) const;

  /// By rank 0. `title`: what has run.
  void write(cluster::world& all, const std::string& title, const cluster::recorded_job& job) const;

 private:
  std::string trace_;
  std::string report_;
};

}  // namespace jackdaw::apps::cluster_programs
