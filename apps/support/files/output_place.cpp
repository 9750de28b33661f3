#include "apps/support/files/output_place.hpp"

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "apps/support/text/parse.hpp"

namespace jackdaw::apps {

namespace {

namespace fs = std::filesystem;

constexpr int most_links = 40;  // as the kernel follows

std::optional<file_identity> identity_in(const struct stat& about) {
  return file_identity{about.st_dev, about.st_ino};
}

/// Of what is there, but for devices, where nothing stays.
std::optional<file_identity> lasting_identity(const output_place& place) {
  struct stat about{};
  const int failed = place.descriptor ? fstat(*place.descriptor, &about) : stat(place.path.c_str(), &about);
  if (failed != 0 || S_ISCHR(about.st_mode)) return std::nullopt;
  return identity_in(about);
}

fs::path folder_of(const fs::path& path) {
  const fs::path folder = path.parent_path();
  return folder.empty() ? fs::path(".") : folder;
}

/// The number N of /proc/self/fd/N and whatever else leads there.
std::optional<int> own_descriptor(const fs::path& path) {
  struct statfs of{};
  if (statfs(folder_of(path).c_str(), &of) != 0 || of.f_type != PROC_SUPER_MAGIC) return std::nullopt;
  std::error_code unknown;
  const fs::path folder = fs::canonical(folder_of(path), unknown);
  int number = 0;
  const bool is_own = folder.filename() == "fd" && fs::equivalent(folder, "/proc/self/fd", unknown);
  if (!is_own || !parses_as(path.filename().string(), number)) return std::nullopt;
  return number;
}

}  // namespace

std::optional<file_identity> identity_of(int descriptor) {
  struct stat about{};
  if (fstat(descriptor, &about) != 0 || !S_ISREG(about.st_mode)) return std::nullopt;
  return identity_in(about);
}

std::optional<file_identity> identity_of(const std::string& path) {
  struct stat about{};
  if (stat(path.c_str(), &about) != 0 || !S_ISREG(about.st_mode)) return std::nullopt;
  return identity_in(about);
}

output_place place_of(const std::string& path) {
  fs::path at = path;
  for (int links = 0; links <= most_links; ++links) {
    if (const auto descriptor = own_descriptor(at)) return {at.string(), descriptor, true};
    struct stat about{};
    if (lstat(at.c_str(), &about) != 0) return {at.string(), std::nullopt, false};
    if (!S_ISLNK(about.st_mode)) {
      const bool is_stream = !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
      return {at.string(), std::nullopt, is_stream};
    }
    std::error_code failed;
    const fs::path target = fs::read_symlink(at, failed);
    if (failed) throw std::system_error(failed);
    at = folder_of(at) / target;  // an absolute target replaces the folder
  }
  throw std::system_error(ELOOP, std::generic_category());
}

std::optional<file_identity> identity_of(const output_place& place) {
  return place.descriptor ? identity_of(*place.descriptor) : identity_of(place.path);
}

bool is_same_place(const output_place& one, const output_place& other) {
  if (one.is_stream && other.is_stream) {
    if (one.descriptor && one.descriptor == other.descriptor) return true;
    const auto there = lasting_identity(one);
    return there && there == lasting_identity(other);
  }
  const auto a = identity_of(one);
  const auto b = identity_of(other);
  if (a || b) return a == b;
  std::error_code unknown;
  return fs::path(one.path).filename() == fs::path(other.path).filename() &&
         fs::equivalent(folder_of(one.path), folder_of(other.path), unknown);
}

bool is_open_as(const output_place& place, int descriptor) {
  if (place.descriptor == descriptor) return true;
  const auto there = lasting_identity(place);
  return there && there == lasting_identity({"", descriptor, true});
}

}  // namespace jackdaw::apps
