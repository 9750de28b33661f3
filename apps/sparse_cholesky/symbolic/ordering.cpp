#include "apps/sparse_cholesky/symbolic/ordering.hpp"

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include "apps/sparse_cholesky/symbolic/cholmod.hpp"
#include "apps/support/text/input_error.hpp"

namespace jackdaw::apps::sparse_cholesky {

namespace {

constexpr std::array<std::pair<std::string_view, int>, 5> methods{{{"amd", CHOLMOD_AMD},
                                                                   {"colamd", CHOLMOD_COLAMD},
                                                                   {"metis", CHOLMOD_METIS},
                                                                   {"nesdis", CHOLMOD_NESDIS},
                                                                   {"natural", CHOLMOD_NATURAL}}};

int number_of(const std::string& method) {
  for (const auto& [name, number] : methods)
    if (name == method) return number;
  throw input_error("--ordering " + method +
                    ": no such ordering; expected amd, colamd, metis, nesdis or natural");
}

template <class T>
std::vector<T> copied(const void* from, std::size_t count) {
  const T* const first = static_cast<const T*>(from);
  return {first, first + count};
}

}  // namespace

void require_ordering(const std::string& method) { static_cast<void>(number_of(method)); }

ordered_matrix ordered(const sparse::matrix& a, const std::string& method) {
  cholmod library;
  library->method[0].ordering = number_of(method);
  library->postorder = 1;
  cholmod_sparse seen = cholmod::view(a);
  const auto n = static_cast<std::size_t>(a.n);
  const auto factor = library.own(calls().analyze(&seen, library.get()));
  const auto upper =
      library.own(calls().ptranspose(&seen, 1, static_cast<int*>(factor->Perm), nullptr, 0, library.get()));
  const auto lower = library.own(calls().transpose(upper.get(), 1, library.get()));

  ordered_matrix result;
  result.parent.resize(n);
  calls().etree(upper.get(), result.parent.data(), library.get());
  result.original = copied<int>(factor->Perm, n);
  result.count = copied<int>(factor->ColCount, n);
  result.lower.n = a.n;
  result.lower.start = copied<int>(lower->p, n + 1);
  result.lower.row = copied<int>(lower->i, a.entries());
  result.lower.value = copied<double>(lower->x, a.entries());
  for (const int each : result.count) result.factor_entries += each;
  result.flops = library->fl;
  return result;
}

}  // namespace jackdaw::apps::sparse_cholesky
