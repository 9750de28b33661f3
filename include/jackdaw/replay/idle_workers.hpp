// Simulated workers that have nothing to do.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

namespace jackdaw::replay {

/// A set of workers, and since when each is in it. Cost: of add and remove constant.
class idle_workers {
 public:
  /// All of `count`, since ever.
  explicit idle_workers(unsigned count) : own_(count) {
    for (unsigned id = 0; id < count; ++id) add(id, -std::numeric_limits<double>::infinity());
  }

  [[nodiscard]] bool has(unsigned id) const { return own_[id].idle; }
  [[nodiscard]] double since(unsigned id) const { return own_[id].since; }
  [[nodiscard]] const std::vector<unsigned>& all() const { return all_; }

  void add(unsigned id, double now) {
    own_[id] = {true, now, all_.size()};
    all_.push_back(id);
  }

  void remove(unsigned id) {
    own_[id].idle = false;
    all_[own_[id].place] = all_.back();
    own_[all_.back()].place = own_[id].place;
    all_.pop_back();
  }

 private:
  struct entry {
    bool idle = false;
    double since = 0;
    std::size_t place = 0;  // in all_
  };
  std::vector<entry> own_;
  std::vector<unsigned> all_;
};

}  // namespace jackdaw::replay
