// The engine of flows: StarPU-MPI, with StarPU's own scheduler inside a rank.
#pragma once

#include <cstdint>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <jackdaw/cluster/record/track.hpp>

#include "src/cluster/flow/box.hpp"
#include "src/cluster/flow/submission_log.hpp"
#include "src/cluster/mpi.hpp"

namespace jackdaw::cluster::detail {

class starpu_engine final : public flow_engine, public travel_listener {
 public:
  explicit starpu_engine(world& of);
  ~starpu_engine() override;

  std::uint32_t add_object(const value_type& type, unsigned owner, made_object made_here) override;
  [[nodiscard]] unsigned owner_of(std::uint32_t number) const noexcept override {
    return objects_[number].owner;
  }
  void remove_object(std::uint32_t number) noexcept override;
  [[nodiscard]] void* object(std::uint32_t number) const override;
  void move_object(std::uint32_t number, unsigned to) override;
  void submit(submission&& task) override;
  void is_open(open_reduction& reduction) override { open_.push_back(&reduction); }
  void is_gone(open_reduction& reduction) noexcept override { std::erase(open_, &reduction); }
  void meet(meeting here) override;
  void wait() override;
  void end() noexcept override;
  void wait_for(std::uint32_t number, unsigned owner) override;
  void drop() noexcept override;
  void did_not_travel(std::uint32_t object, const char* how,
                      const std::exception_ptr& thrown) noexcept override;

  /// A task as StarPU executes it.
  struct started {
    starpu_engine* engine;
    submission what;
    std::uint64_t number;
    std::vector<std::size_t> places;  // of the objects of its accesses, among those that StarPU knows
    std::string_view recorded_name;   // while there is a recording
    void run(void* const* boxes);
  };

 private:
  struct known_object {
    starpu_data_handle_t handle = nullptr;
    unsigned owner = 0;
    bool at_home = false;  // the object was made here, and is ours to delete
    // For a recording:
    std::uint64_t writer = stretch::no_number;  // the task that has written it
    const rank_record* recorded_by = nullptr;   // meanwhile
    unsigned writers_rank = 0;
    bool is_copied = false;  // what it wrote has been read on this rank
  };
  /// What is told of a task that has thrown: its number, its name, and the text. Or of an object that did not travel.
  using failed_task = std::pair<std::uint64_t, std::pair<std::string, std::string>>;
  struct timed;
  struct move {
    std::uint32_t object;
    unsigned from;
    unsigned to;
  };

  void expect_rank(unsigned rank, const std::string& what) const;
  [[noreturn]] static void refuse_to_end(std::uint32_t number, std::size_t tasks) noexcept;
  void compare(meeting here);
  [[noreturn]] void refuse(meeting here);
  void start(submission&& task);
  void record_values(const submission& task, std::uint64_t number);
  [[nodiscard]] std::string_view kept_name(const std::string& name);
  void was_not_made(std::uint32_t object, const std::exception_ptr& thrown);
  void throw_failures();
  void forget_failures() noexcept;

  static constexpr std::uint64_t after_all_tasks = ~std::uint64_t{0};
  static constexpr std::size_t batch = 512;  // tasks between two meetings

  world& world_;
  std::vector<known_object> objects_;
  submission_log log_;
  std::vector<submission> waiting_;                  // until all ranks have submitted the same
  std::vector<std::pair<std::size_t, move>> moves_;  // before which of these
  std::vector<open_reduction*> open_;
  std::uint64_t started_ = 0;
  std::vector<std::uint32_t>
      coming_;            // objects that other ranks send to this one, their owner, since the last wait
  bool may_run_ = false;  // some of them, as nobody has waited for all since
  std::mutex lock_;
  std::vector<failed_task> failures_;
  std::uint64_t skipped_ = 0;
  std::set<std::string> names_;  // of tasks that were recorded
};

}  // namespace jackdaw::cluster::detail
