// Headers that cannot be included first, because the functions of another header need them and come too early.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace jackdaw::house {

/// A header `x.hpp` includes its functions, `x_impl.hpp`, at its end. Let these include `y.hpp`. If `y.hpp` includes
/// `x.hpp`, directly or not, then a source that begins with `y.hpp` meets the functions before what `y.hpp` declares.
/// Returns one line for each such case below `root`/include: "file includes y.hpp, which includes x.hpp".
[[nodiscard]] std::vector<std::string> early_functions(const std::filesystem::path& root);

}  // namespace jackdaw::house
