#include "tests/support/work_done.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <fcntl.h>
#include <unistd.h>

namespace jackdaw::tests {

namespace {

constexpr std::array names{"interleavings", "flow_programs", "tasks"};

/// Written by its destructor, at the end of the process.
struct counts {
  std::array<std::uint64_t, names.size()> of{};

  counts() = default;
  counts(const counts&) = delete;
  counts& operator=(const counts&) = delete;
  ~counts() {
    const char* const file =
        std::getenv("JACKDAW_WORK_DONE");  // NOLINT(concurrency-mt-unsafe): no thread sets it
    if (file == nullptr) return;
    std::string lines;
    for (std::size_t kind = 0; kind < names.size(); ++kind) {
      if (of[kind] != 0) lines += std::string(names[kind]) + ' ' + std::to_string(of[kind]) + '\n';
    }
    const int out =
        open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);  // one write: processes do not mix
    if (out < 0) return;
    if (::write(out, lines.data(), lines.size()) < 0) std::perror(file);
    ::close(out);
  }
};

}  // namespace

void work_done(work_kind kind, std::uint64_t count) {
  static counts all;
  all.of[static_cast<std::size_t>(kind)] += count;
}

}  // namespace jackdaw::tests
