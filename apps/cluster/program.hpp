// The programs over ranks that `jackdaw cluster run` starts.
#pragma once

#include <cstdint>
#include <string>

#include <CLI/App.hpp>

#include <jackdaw/cluster/world.hpp>

namespace jackdaw::apps::cluster_programs {

/// One of them: its options, and a run on all ranks.
class program {
 public:
  program() = default;
  program(const program&) = delete;
  program& operator=(const program&) = delete;
  virtual ~program() = default;

  virtual void declare_options(CLI::App& command) = 0;
  /// On all ranks. Whether the result is right; rank 0 prints it. Throws input_error before anything is done.
  virtual bool run(cluster::world& all) = 0;
};

/// On a pool: irregular trees.
class uts_program final : public program {
 public:
  void declare_options(CLI::App& command) override;
  bool run(cluster::world& all) override;

 private:
  std::string tree_ = "T1";
};

/// On a pool: placements of queens.
class nqueens_program final : public program {
 public:
  void declare_options(CLI::App& command) override;
  bool run(cluster::world& all) override;

 private:
  std::int16_t n_ = 14;
  std::int16_t serial_rows_ = 10;
};

/// On a pool: branch and bound, with a best value that all ranks share.
class knapsack_program final : public program {
 public:
  void declare_options(CLI::App& command) override;
  bool run(cluster::world& all) override;

 private:
  std::int64_t items_ = 60;
  std::string kind_ = "strong";
  std::uint64_t seed_ = 1;
  std::uint64_t grain_ = 1000;
};

/// On a flow: tiles of a matrix.
class cholesky_program final : public program {
 public:
  void declare_options(CLI::App& command) override;
  bool run(cluster::world& all) override;

 private:
  unsigned rows_ = 1000;
  unsigned block_ = 100;
};

/// On a flow: strips of a plate.
class heat_program final : public program {
 public:
  void declare_options(CLI::App& command) override;
  bool run(cluster::world& all) override;

 private:
  unsigned rows_ = 1000;
  unsigned columns_ = 1000;
  unsigned steps_ = 100;
  unsigned strips_ = 16;
};

/// On a flow: particles in blocks.
class nbody_program final : public program {
 public:
  void declare_options(CLI::App& command) override;
  bool run(cluster::world& all) override;

 private:
  unsigned particles_ = 4096;
  unsigned block_ = 256;
  unsigned steps_ = 10;
};

/// On a flow: water on a sphere in blocks.
class shallow_water_program final : public program {
 public:
  void declare_options(CLI::App& command) override;
  bool run(cluster::world& all) override;

 private:
  unsigned nodes_ = 10'242;
  unsigned block_ = 640;
  double days_ = 1;
};

}  // namespace jackdaw::apps::cluster_programs
