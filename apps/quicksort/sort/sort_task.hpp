// The task of the pool face: split a range, put one part, go on with the other (HR10 section 4.2, WSL06
// section 2.4).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include <jackdaw/base/cache_line.hpp>

#include "apps/quicksort/sort/partition.hpp"
#include "apps/quicksort/sort/serial_sort.hpp"

namespace jackdaw::apps::quicksort {

/// What one worker did, alone on its cache lines: it is written at every split.
struct alignas(base::cache_line) sort_figures {
  std::uint64_t tasks = 0;
  std::uint64_t partitions = 0;  ///< splits by tasks; those inside serial leaves are not counted
  std::uint64_t leaves = 0;
  std::uint64_t heapsorts = 0;
  std::uint32_t deepest = 0;  ///< most splits one inside the other

  void add(const sort_figures& other) noexcept {
    tasks += other.tasks;
    partitions += other.partitions;
    leaves += other.leaves;
    heapsorts += other.heapsorts;
    deepest = std::max(deepest, other.deepest);
  }
};

/// What all tasks of one sort share. Outlives the run.
template <class T, class Less = std::less<>>
struct sort_job {
  T* data = nullptr;
  std::size_t size = 0;
  std::size_t grain = 2048;           ///< elements; ranges up to this are sorted serially. At least 1.
  bool puts_both = false;             ///< both parts are tasks (HR10); else a task goes on with the smaller
  std::vector<sort_figures> figures;  ///< one a worker
  Less less{};

  [[nodiscard]] sort_figures total() const {
    sort_figures sum;
    for (const sort_figures& one : figures) sum.add(one);
    return sum;
  }
};

/// Sorts [first, last) of a job. 32 bytes.
///
/// The larger part becomes the new task and the smaller one is kept: a thief gets the most work there is, and
/// a LIFO pool stores at most log2(n) tasks a worker. Parts are disjoint, and the element before a part,
/// which split_range reads, is a pivot in its final place, written before the part was put: no two tasks
/// touch the same element, except to read it.
///
/// Where both parts are put, the smaller comes last, so a LIFO pool stores as few. A task then splits once: there are
/// twice as many, and a worker may lose the part that it has in its cache.
///
/// The first split of n elements is serial, then two run, then four: the critical path is about 2n element
/// moves, so the speed-up stays below log2(n) / 2 (HR10 explains its curves by this).
template <class T, class Less = std::less<>>
class sort_task {
 public:
  /// The task that sorts a whole job.
  explicit sort_task(sort_job<T, Less>& job)
      : sort_task(job, job.data, job.data + job.size, allowed_bad_splits(job.size), 0) {}

  template <class Worker>
  void operator()(Worker& worker) {
    sort_figures& mine = job_->figures[worker.id()];
    ++mine.tasks;
    while (size_of(first_, last_) > job_->grain) {
      if (allowed_bad_ == 0) {
        heap_sort(first_, last_, job_->less);
        ++mine.heapsorts;
        return;
      }
      const auto [left_end, right_begin] = split_range(first_, last_, has_lower_bound(first_), job_->less);
      const std::size_t left = size_of(first_, left_end);
      const std::size_t right = size_of(right_begin, last_);
      if (is_bad_split(size_of(first_, last_), std::max(left, right))) --allowed_bad_;
      ++mine.partitions;
      mine.deepest = std::max(mine.deepest, ++depth_);
      if (job_->puts_both) {
        const bool is_left_larger = right <= left;
        if (is_left_larger) hand_on(worker, mine, first_, left_end);
        hand_on(worker, mine, right_begin, last_);
        if (!is_left_larger) hand_on(worker, mine, first_, left_end);
        return;
      }
      if (left < right) {
        hand_on(worker, mine, right_begin, last_);
        last_ = left_end;
      } else {
        hand_on(worker, mine, first_, left_end);
        first_ = right_begin;
      }
    }
    sort_leaf(mine, first_, last_);
  }

 private:
  sort_task(sort_job<T, Less>& job, T* first, T* last, int allowed_bad, std::uint32_t depth)
      : job_(&job), first_(first), last_(last), allowed_bad_(allowed_bad), depth_(depth) {}

  static std::size_t size_of(const T* first, const T* last) noexcept {
    return static_cast<std::size_t>(last - first);
  }
  [[nodiscard]] bool has_lower_bound(const T* first) const noexcept { return first != job_->data; }

  /// A part that would be a leaf is sorted at once: a task for it would cost more than it shares.
  template <class Worker>
  void hand_on(Worker& worker, sort_figures& mine, T* first, T* last) {
    if (size_of(first, last) > job_->grain) {
      worker.put(sort_task(*job_, first, last, allowed_bad_, depth_));
    } else {
      sort_leaf(mine, first, last);
    }
  }

  void sort_leaf(sort_figures& mine, T* first, T* last) {
    if (first == last) return;
    ++mine.leaves;
    mine.heapsorts += sort_serially(first, last, has_lower_bound(first), allowed_bad_, job_->less);
  }

  sort_job<T, Less>* job_;
  T* first_;
  T* last_;
  std::int32_t allowed_bad_;
  std::uint32_t depth_;
};

}  // namespace jackdaw::apps::quicksort
