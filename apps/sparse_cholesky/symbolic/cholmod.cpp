#include "apps/sparse_cholesky/symbolic/cholmod.hpp"

#include <string>

#include "apps/support/system/loaded_library.hpp"

namespace jackdaw::apps::sparse_cholesky {

namespace {

cholmod_functions load() {
  const loaded_library library("libcholmod.so." + std::to_string(CHOLMOD_MAIN_VERSION), "libsuitesparse-dev");
  cholmod_functions f{};
  library.find("cholmod_start", f.start);
  library.find("cholmod_finish", f.finish);
  library.find("cholmod_free_sparse", f.free_sparse);
  library.find("cholmod_free_factor", f.free_factor);
  library.find("cholmod_analyze", f.analyze);
  library.find("cholmod_factorize", f.factorize);
  library.find("cholmod_ptranspose", f.ptranspose);
  library.find("cholmod_transpose", f.transpose);
  library.find("cholmod_etree", f.etree);
  library.find("cholmod_aat", f.aat);
  library.find("cholmod_add", f.add);
  return f;
}

}  // namespace

const cholmod_functions& calls() {
  static const cholmod_functions loaded = load();
  return loaded;
}

}  // namespace jackdaw::apps::sparse_cholesky
