// What goes wrong in a cluster: codes, and the exception that carries one and the rank.
#pragma once

#include <string>
#include <system_error>
#include <type_traits>

namespace jackdaw::cluster {

/// What has gone wrong. A std::error_code is made from it.
enum class errc {
  engine = 1,             ///< MPI or StarPU has reported an error
  malformed,              ///< bytes that are not what a serial<T> has written
  other_program,          ///< the ranks do not run the same program
  differing_submissions,  ///< the ranks of a flow have not submitted the same tasks
  task_failed,            ///< a task has thrown
  left_alone,             ///< a rank has left, and others have not
  unsupported,            ///< what was asked for cannot be had here, such as an MPI that survives
  rank_lost,              ///< a rank has died that is needed
  differing_calls         ///< the ranks have not called the same functions in the same order
};

/// The category of these codes: its name is "jackdaw.cluster".
///     if (error.code().category() == cluster::category()) report(error);
///
/// Cost: none. Threads: any.
[[nodiscard]] const std::error_category& category() noexcept;

/// For std::error_code. Not for users.
[[nodiscard]] std::error_code make_error_code(errc code) noexcept;

/// An error with its code, and the rank on which it was found.
///     catch (const cluster::failure& error) {
///       if (error.code() == cluster::errc::task_failed) retry_without(error.rank());
///     }
///
/// Where all ranks throw for one reason, they throw the same text. Cost: that of a text. Threads: any.
class failure : public std::system_error {
 public:
  /// `rank`: where it was found.
  failure(errc code, unsigned rank, const std::string& what);

  /// The rank on which it was found.
  [[nodiscard]] unsigned rank() const noexcept { return rank_; }

 private:
  unsigned rank_;
};

}  // namespace jackdaw::cluster

template <>
struct std::is_error_code_enum<jackdaw::cluster::errc> : std::true_type {};
