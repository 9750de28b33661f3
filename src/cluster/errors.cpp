#include <string>

#include <jackdaw/cluster/errors.hpp>
#include <jackdaw/cluster/serial/bytes.hpp>

namespace jackdaw::cluster {

namespace {

class cluster_category final : public std::error_category {
 public:
  [[nodiscard]] const char* name() const noexcept override { return "jackdaw.cluster"; }
  [[nodiscard]] std::string message(int code) const override {
    switch (static_cast<errc>(code)) {
      case errc::engine:
        return "MPI or StarPU has failed";
      case errc::malformed:
        return "malformed bytes";
      case errc::other_program:
        return "the ranks run different programs";
      case errc::differing_submissions:
        return "the ranks have submitted different tasks";
      case errc::task_failed:
        return "a task has failed";
      case errc::left_alone:
        return "a rank has left";
      case errc::unsupported:
        return "not supported here";
      case errc::rank_lost:
        return "a rank has died";
      case errc::differing_calls:
        return "the ranks have called different functions";
    }
    return "unknown";
  }
};

}  // namespace

const std::error_category& category() noexcept {
  static const cluster_category only;
  return only;
}

std::error_code make_error_code(errc code) noexcept { return {static_cast<int>(code), category()}; }

failure::failure(errc code, unsigned rank, const std::string& what)
    : std::system_error(make_error_code(code), "rank " + std::to_string(rank) + ": " + what), rank_(rank) {}

}  // namespace jackdaw::cluster
