// Results of the pools for Java: measured by the programs of java/, each in processes of its own.
#pragma once

#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace jackdaw::cli {

/// The Java program that knows the results, on a class path.
class java_results {
 public:
  /// `class_path`: of the programs and the library, as `java -cp` takes it.
  explicit java_results(std::string class_path) : class_path_(std::move(class_path)) {}

  struct known {
    std::string name;
    std::string finding;
  };

  /// All that it knows. Throws input_error where there is no Java, or not these programs.
  [[nodiscard]] std::vector<known> all() const;

  /// Measures one of them, and writes what it prints: a table, or one JSON object. The exit status.
  int measure(const std::string& name, bool quick, bool json, std::ostream& out) const;

 private:
  [[nodiscard]] std::vector<std::string> command() const;

  std::string class_path_;
};

}  // namespace jackdaw::cli
