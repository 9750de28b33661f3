// A shared library that is loaded when it is first needed, instead of linked.
//
// OpenBLAS makes a thread for each processor when it is loaded, and these spin for a tenth of a second, beside whatever
// the command measures then; so does every library that is linked with it.
#pragma once

#include <string>

namespace jackdaw::apps {

/// Stays loaded until the process ends. Threads: any.
class loaded_library {
 public:
  /// `name`: a soname; `package`: Debian's that has it. OpenBLAS, should it be loaded by that, makes no threads. Throws
  /// input_error when it cannot be loaded.
  loaded_library(std::string name, std::string package);

  /// Lets `function` be the library's of that name. Throws input_error when it has none.
  template <class Function>
  void find(const char* function_name, Function*& function) const {
    function = reinterpret_cast<Function*>(address_of(function_name));
  }

 private:
  [[nodiscard]] void* address_of(const char* function_name) const;
  [[noreturn]] void refuse(const char* why) const;

  std::string name_;
  std::string package_;
  void* handle_;
};

}  // namespace jackdaw::apps
