// Situations in which programs are measured: a neighbour on a processor, fewer processors, a quota. For the benches,
// which start programs in them, and for the command, which enters them itself.
#pragma once

#include <optional>
#include <string>

#include <sched.h>
#include <sys/types.h>

namespace jackdaw::apps {

/// Another process, bound to the first processor that this one may use, which computes while it is told to.
/// Ended with this object, or with this process.
class neighbour {
 public:
  /// Throws std::system_error when there cannot be one.
  neighbour();
  neighbour(const neighbour&) = delete;
  neighbour& operator=(const neighbour&) = delete;
  ~neighbour();

  void computes(bool now) const;

  /// How long it has computed so far, by its CPU time. Throws std::system_error when it is gone.
  [[nodiscard]] double cpu_seconds() const;

 private:
  pid_t child_;
};

/// As long as it lives, this thread, and the processes and threads that it starts, may use that many of its
/// processors only.
class fewer_processors {
 public:
  explicit fewer_processors(int count);
  fewer_processors(const fewer_processors&) = delete;
  fewer_processors& operator=(const fewer_processors&) = delete;
  ~fewer_processors();

 private:
  cpu_set_t before_{};
};

/// A control group of its own for processes that get so many processors' time when they are told so. Removed with
/// this object: the processes in it have to have left or ended before.
class quota_group {
 public:
  /// Nothing where this process may not make one.
  [[nodiscard]] static std::optional<quota_group> make();
  quota_group(quota_group&& other) noexcept;
  quota_group& operator=(quota_group&&) = delete;
  ~quota_group();

  /// Moves this process in with all its threads, so that what it starts is in, too; and out again. Both throw
  /// std::runtime_error, and so does limit().
  void enter() const;
  void leave() const;

  /// The time of so many processors, at least 0.01, in each tenth of a second; 0: as much as there is.
  void limit(double processors) const;

 private:
  quota_group(std::string outer, std::string own, bool unified);

  std::string outer_;
  std::string own_;  // empty: moved away
  bool unified_;
};

}  // namespace jackdaw::apps
