// All workers work in tests, also where there are more of them than processors: so that they disturb each other as much
// as they can. Tests of what spare workers do ask for that by option; some tests run once more as programs do by default
// (jackdaw_test_resting in tests/CMakeLists.txt).
#define DOCTEST_CONFIG_IMPLEMENT
#include <cstdio>
#include <cstdlib>

#include <doctest/doctest.h>

namespace {

unsigned cases_chosen = 0;

/// Counts the test cases that the arguments choose.
struct chosen : doctest::IReporter {
  explicit chosen(const doctest::ContextOptions& /*options*/) {}
  void report_query(const doctest::QueryData& /*answer*/) override {}
  void test_run_start() override {}
  void test_run_end(const doctest::TestRunStats& all) override {
    cases_chosen = all.numTestCasesPassingFilters;
  }
  void test_case_start(const doctest::TestCaseData& /*which*/) override {}
  void test_case_reenter(const doctest::TestCaseData& /*which*/) override {}
  void test_case_end(const doctest::CurrentTestCaseStats& /*how*/) override {}
  void test_case_exception(const doctest::TestCaseException& /*error*/) override {}
  void subcase_start(const doctest::SubcaseSignature& /*which*/) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData& /*assertion*/) override {}
  void log_message(const doctest::MessageData& /*message*/) override {}
  void test_case_skipped(const doctest::TestCaseData& /*which*/) override {}
};
REGISTER_LISTENER("chosen", 0, chosen);

}  // namespace

int main(int count, char** arguments) {
  setenv("JACKDAW_SURPLUS", "work", 0);
  doctest::Context context(count, arguments);
  const int status = context.run();
  if (status != 0 || context.shouldExit() || cases_chosen > 0) return status;
  std::fputs("no test case is chosen: expected a file, or names, of this program\n", stderr);
  return 1;
}
