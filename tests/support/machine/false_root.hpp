// A false /proc and /sys, so that a test can be on any machine.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <doctest/doctest.h>

namespace jackdaw::tests {

/// A fresh folder; its name goes where the library takes the root of the machine. Files are replaced as a
/// whole, so that a reader never sees half of one.
class false_root {
 public:
  false_root() {
    std::string name = (std::filesystem::temp_directory_path() / "jackdaw-machine-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  false_root(const false_root&) = delete;
  false_root& operator=(const false_root&) = delete;
  ~false_root() { std::filesystem::remove_all(path_); }

  void write(const std::string& file, const std::string& text) const {
    const std::filesystem::path whole = path_.string() + file;
    std::filesystem::create_directories(whole.parent_path());
    std::ofstream(whole.string() + ".new") << text;
    std::filesystem::rename(whole.string() + ".new", whole);
  }

  /// The affinity mask, in the kernel's list format.
  void mask(const std::string& cpus) const {
    write("/proc/self/status", "Name:\ttest\nCpus_allowed:\tff\nCpus_allowed_list:\t" + cpus + "\n");
  }

  /// One logical processor: its chip, and those that share its core.
  void cpu(unsigned number, unsigned package, const std::string& siblings) const {
    const std::string folder = "/sys/devices/system/cpu/cpu" + std::to_string(number) + "/topology/";
    write(folder + "physical_package_id", std::to_string(package) + "\n");
    write(folder + "core_cpus_list", siblings + "\n");
  }

  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace jackdaw::tests
