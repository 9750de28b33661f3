// jackdaw reproduce --java: results of the pools for Java, where a script stands for the JVM.
#include <filesystem>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/fake_app.hpp"
#include "tests/support/machine/variable.hpp"
#include "tests/support/scratch_folder.hpp"

namespace java_results_test {

using jackdaw::cli::test::call;
using jackdaw::cli::test::has;
using jackdaw::cli::test::refuses;
using nlohmann::json;

/// Called as `java -cp CLASSES PROGRAM …`: knows two results, and measures nothing.
static constexpr const char* false_java = R"(#!/bin/sh
[ "$1 $2 $3" = "-cp right jackdaw.programs.Reproduce" ] || exit 1
shift 3
case "$*" in
  --json) echo '[{"name": "KR02-table11", "finding": "sdq1 is first"}, {"name": "KR02-figure11", "finding": "to 22"}]' ;;
  'KR02-figure11 --quick') exit 1 ;;
  *--json) echo "{\"words\": \"$*\"}" ;;
  *) echo "measured: $*" ;;
esac
)";

/// A folder in front of PATH, with that script.
class false_jvm {
 public:
  explicit false_jvm(const char* script = false_java)
      : path_((folder_.path() + ":/usr/bin:/bin").c_str(), "PATH") {
    const std::string made = folder_.write("java", script);
    std::filesystem::permissions(made, std::filesystem::perms::owner_all);
  }

 private:
  jackdaw::tests::scratch_folder folder_;
  jackdaw::tests::variable path_;
};

TEST_CASE("reproduce --java: its results are listed with the others, and measured by name") {
  const false_jvm here;
  const auto list = call({"reproduce", "--java", "right"});
  CHECK(list.status == 0);
  CHECK(has(list.out, "KR02-table11"));
  CHECK(has(list.out, "sdq1 is first"));
  const json all = json::parse(call({"reproduce", "--java", "right", "--json"}).out);
  REQUIRE(!all.empty());
  CHECK(all.back()["name"] == "KR02-figure11");
  CHECK(all.back()["finding"] == "to 22");
  CHECK(call({"reproduce", "KR02-table11", "--java", "right"}).out == "measured: KR02-table11\n");
  CHECK(call({"reproduce", "KR02-fig11", "--java", "right"}).out == "measured: KR02-figure11\n");
  const json one =
      json::parse(call({"reproduce", "KR02-table11", "--java", "right", "--quick", "--json"}).out);
  CHECK(one["words"] == "KR02-table11 --quick --json");
}

TEST_CASE("reproduce --java: what is not there, or does not go with it, is refused in a line") {
  {
    const false_jvm here;
    refuses({"reproduce", "KR02-table19", "--java", "right"},
            "no result of a paper is called 'KR02-table19'; did you mean 'KR02-table11'?");
    refuses({"reproduce", "KR02-table11", "--java", "wrong"},
            "--java wrong: no program there; expected the class path of the programs in java/");
    refuses({"reproduce", "KR02-figure11", "--java", "right", "--quick"},
            "reproduce KR02-figure11: java has ended with status 1");
    refuses({"reproduce", "KR02-table11", "--java", "right", "--add", "dq8"},
            "reproduce: --add: expected a result of the pools of C++, not KR02-table11");
  }
  refuses({"reproduce", "KR02-table11"}, "results of the pools for Java: by --java CLASSES");
  const jackdaw::tests::variable nothing("", "PATH");
  refuses({"reproduce", "KR02-table11", "--java", "right"},
          "java cannot be started; expected a JDK, 17 or later");
}

TEST_CASE("reproduce --java: a program that says something else than a list") {
  const false_jvm here("#!/bin/sh\necho '{oops'\n");
  refuses({"reproduce", "--java", "right"}, "--java right: no program there");
}

}  // namespace java_results_test
