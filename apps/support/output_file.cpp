#include "apps/support/output_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include <unistd.h>

#include "apps/support/input_error.hpp"
#include "apps/support/quoted.hpp"

namespace jackdaw::apps {

namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw input_error(quoted(path, 160) + ": cannot be written (" + why +
                    "); expected a path in an existing, writable folder");
}

/// Where the file really is: behind symbolic links.
std::string resolved(const std::string& path) {
  std::error_code unknown;
  const auto real = std::filesystem::weakly_canonical(path, unknown);
  return unknown ? path : real.string();
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code unknown;
  return resolved(a) == resolved(b) || std::filesystem::equivalent(a, b, unknown);
}

/// Devices and pipes (/dev/stdout, /dev/null) are written through: there is nothing to replace.
bool is_stream(const std::string& path) {
  std::error_code unknown;
  return std::filesystem::exists(path, unknown) && !std::filesystem::is_regular_file(path, unknown);
}

}  // namespace

void require_writable(const std::string& path) {
  std::error_code ignored;
  if (path.empty()) refuse("(empty path)", "no name given");
  if (std::filesystem::is_directory(path, ignored)) refuse(path, "it is a folder");
  output_file probe(path);  // removed again by its destructor
}

void require_writable(const std::vector<named_output>& all) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].path.empty()) continue;
    for (std::size_t k = 0; k < i; ++k) {
      if (!all[k].path.empty() && !is_stream(all[i].path) && is_same_file(all[k].path, all[i].path))
        throw input_error(all[k].option + ", " + all[i].option + ": " + quoted(all[i].path, 160) +
                          " named by both; expected two files");
    }
    require_writable(all[i].path);
  }
}

output_file::output_file(std::string path) : path_(std::move(path)), place_(resolved(path_)) {
  temporary_ = is_stream(path_) ? path_ : place_ + "." + std::to_string(getpid()) + ".tmp";
  errno = 0;
  stream_.open(temporary_, std::ios::binary | std::ios::trunc);
  if (!stream_) refuse(path_, errno != 0 ? std::strerror(errno) : "it could not be opened");
}

output_file::~output_file() {
  if (committed_) return;
  stream_.close();
  if (is_stream(path_)) return;
  std::remove(temporary_.c_str());
}

void output_file::commit() {
  errno = 0;
  stream_.flush();
  const bool written = stream_.good();
  stream_.close();
  if (!written || stream_.fail()) refuse(path_, errno != 0 ? std::strerror(errno) : "writing failed");
  if (!is_stream(path_) && std::rename(temporary_.c_str(), place_.c_str()) != 0)
    refuse(path_, std::strerror(errno));
  committed_ = true;
}

}  // namespace jackdaw::apps
