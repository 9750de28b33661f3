#include "apps/support/system/situation.hpp"

#include <array>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

namespace jackdaw::apps {
namespace {

cpu_set_t own_processors() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  if (sched_getaffinity(0, sizeof mask, &mask) != 0)
    throw std::system_error(errno, std::generic_category(), "sched_getaffinity");
  return mask;
}

/// The first `count` processors of a mask.
cpu_set_t first_of(const cpu_set_t& mask, int count) {
  cpu_set_t chosen;
  CPU_ZERO(&chosen);
  for (std::size_t i = 0; i < CPU_SETSIZE && CPU_COUNT(&chosen) < count; ++i) {
    if (CPU_ISSET(i, &mask)) CPU_SET(i, &chosen);
  }
  return chosen;
}

bool write_line(const std::string& path, const std::string& line) {
  std::ofstream file(path);
  file << line << '\n';
  file.flush();
  return file.good();
}

void write_or_throw(const std::string& path, const std::string& line) {
  if (!write_line(path, line)) throw std::runtime_error(path + ": cannot write " + line);
}

/// Where this process stands in the hierarchy of that controller ("" is the unified one).
std::string own_path(const std::string& controller) {
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {  // "number:controllers:path"
    const auto first = line.find(':');
    const auto second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = ',' + line.substr(first + 1, second - first - 1) + ',';
    if (controllers.find(',' + controller + ',') == std::string::npos) continue;
    const std::string path = line.substr(second + 1);
    return path == "/" ? "" : path;
  }
  return "";
}

}  // namespace

neighbour::neighbour() : child_(fork()) {
  if (child_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const cpu_set_t one = first_of(own_processors(), 1);
    sched_setaffinity(0, sizeof one, &one);
    for (std::uint64_t i = 0;; ++i) asm volatile("" : "+r"(i));
  }
  computes(false);
}

neighbour::~neighbour() {
  kill(child_, SIGKILL);
  waitpid(child_, nullptr, 0);
}

void neighbour::computes(bool now) const { kill(child_, now ? SIGCONT : SIGSTOP); }

double neighbour::cpu_seconds() const {
  clockid_t clock{};
  timespec time{};
  if (const int error = clock_getcpuclockid(child_, &clock); error != 0)
    throw std::system_error(error, std::generic_category(), "a neighbour's clock");
  if (clock_gettime(clock, &time) != 0)
    throw std::system_error(errno, std::generic_category(), "a neighbour's clock");
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

fewer_processors::fewer_processors(int count) : before_(own_processors()) {
  const cpu_set_t some = first_of(before_, count);
  sched_setaffinity(0, sizeof some, &some);
}

fewer_processors::~fewer_processors() { sched_setaffinity(0, sizeof before_, &before_); }

std::optional<quota_group> quota_group::make() {
  struct hierarchy {
    std::string mount;
    std::string controller;
    std::string limit;
  };
  const std::array<hierarchy, 4> all{{{"/sys/fs/cgroup/cpu", "cpu", "cpu.cfs_quota_us"},
                                      {"/sys/fs/cgroup/cpu,cpuacct", "cpu", "cpu.cfs_quota_us"},
                                      {"/sys/fs/cgroup", "", "cpu.max"},
                                      {"/sys/fs/cgroup/unified", "", "cpu.max"}}};
  for (const hierarchy& each : all) {
    std::string outer = each.mount + own_path(each.controller);
    if (!std::filesystem::exists(outer)) outer = each.mount;  // in a container the mount itself is the group
    const std::string own = outer + "/jackdaw_quota_" + std::to_string(getpid());
    std::error_code error;
    if (!std::filesystem::create_directory(own, error) || error) continue;
    quota_group made(outer, own, each.controller.empty());
    if (std::filesystem::exists(own + '/' + each.limit)) return made;
  }
  return std::nullopt;
}

quota_group::quota_group(std::string outer, std::string own, bool unified)
    : outer_(std::move(outer)), own_(std::move(own)), unified_(unified) {}

quota_group::quota_group(quota_group&& other) noexcept
    : outer_(std::move(other.outer_)), own_(std::exchange(other.own_, {})), unified_(other.unified_) {}

quota_group::~quota_group() {
  if (!own_.empty()) rmdir(own_.c_str());
}

void quota_group::enter() const { write_or_throw(own_ + "/cgroup.procs", std::to_string(getpid())); }
void quota_group::leave() const { write_or_throw(outer_ + "/cgroup.procs", std::to_string(getpid())); }

void quota_group::limit(double processors) const {
  const std::string microseconds = std::to_string(std::lround(processors * 100'000));
  if (unified_) {
    write_or_throw(own_ + "/cpu.max", (processors > 0 ? microseconds : "max") + " 100000");
  } else {
    write_or_throw(own_ + "/cpu.cfs_quota_us", processors > 0 ? microseconds : "-1");
  }
}

}  // namespace jackdaw::apps
