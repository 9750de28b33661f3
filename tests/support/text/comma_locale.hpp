// A program with another locale: decimals after a comma, and points between thousands.
#pragma once

#include <clocale>
#include <cstdlib>
#include <filesystem>
#include <locale>
#include <string>
#include <system_error>

#include <unistd.h>

namespace jackdaw::tests {

/// While it lives, the process has such a locale: that of C, for printf and strtod, and that of streams. The first is
/// de_DE.UTF-8, which is made where the system does not have it.
class comma_locale {
 public:
  comma_locale()
      : c_before_(std::setlocale(LC_ALL, nullptr)),
        before_(std::locale::global(std::locale(std::locale::classic(), new punctuation))) {
    for (const char* name : {"de_DE.UTF-8", "de_DE.utf8"}) {
      if (std::setlocale(LC_ALL, name) != nullptr) return;
    }
    std::filesystem::create_directories(folder_);
    const std::string make = "localedef -i de_DE -f UTF-8 '" + (folder_ / "de_DE.UTF-8").string() + "' 2>&1";
    if (std::system((make + " >/dev/null").c_str()) != 0) return;
    setenv("LOCPATH", folder_.c_str(), 1);
    static_cast<void>(std::setlocale(LC_ALL, "de_DE.UTF-8"));
  }
  comma_locale(const comma_locale&) = delete;
  comma_locale& operator=(const comma_locale&) = delete;
  ~comma_locale() {
    std::locale::global(before_);
    std::setlocale(LC_ALL, c_before_.c_str());
    unsetenv("LOCPATH");
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  /// Whether that of C could be had, too.
  [[nodiscard]] static bool is_of_c() { return *std::localeconv()->decimal_point == ','; }

 private:
  struct punctuation : std::numpunct<char> {
    [[nodiscard]] char do_decimal_point() const override { return ','; }
    [[nodiscard]] char do_thousands_sep() const override { return '.'; }
    [[nodiscard]] std::string do_grouping() const override { return "\3"; }
  };

  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("jackdaw_locale_" + std::to_string(getpid()));
  std::string c_before_;
  std::locale before_;
};

}  // namespace jackdaw::tests
