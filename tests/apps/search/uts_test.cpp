// Unbalanced Tree Search: published counts, every pool and both faces, tables of trees and broken ones.
#include "apps/uts/uts.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "apps/uts/joins.hpp"
#include "apps/uts/search.hpp"
#include "apps/uts/tree_list.hpp"
#include "tests/support/apps.hpp"
#include "tests/support/machine/on_stack.hpp"
#include "tests/support/sizes.hpp"

namespace uts_test {

using namespace jackdaw;
using namespace jackdaw::apps;
using namespace jackdaw::apps::uts;
using tests::is_refusal;
using tests::prepared;
using tests::refusal;

namespace {

constexpr const char* title = "name,type,shape,gen_mx_d,b0,q,m,root_seed,nodes,depth,leaves\n";

// Small trees of every kind.
constexpr const char* small_trees =
    "broad,geometric,fixed,5,4,,,19,,,\n"
    "low,geometric,linear(0),10,4,,,34,,,\n"
    "waves,geometric,cyclic(2),3,3,,,502,,,\n"
    "deep,binomial,,,20,0.124875,8,42,6213,,\n"
    "mixed,hybrid,linear,9,5,0.23,4,1,,,\n";

/// As deep as T3L and with twice as many children a node, the last of which has children: the most frames a level.
struct narrow_tree {
  static constexpr int levels = 17844;
  static constexpr int width = 10;

  [[nodiscard]] static int children_of(const node& n) {
    return n.depth < levels && n.state[0] == 0 ? width : 0;
  }
  [[nodiscard]] static node child(const node& parent, int number) {
    node made{parent.state, parent.depth + 1};
    made.state[0] = number == width - 1 ? 0 : 1;
    return made;
  }
};

}  // namespace

TEST_CASE("uts: the published counts of a tree of each kind") {
  if (tests::sanitized) return;  // 4 million nodes each
  for (const char* const name : {"T2", "T3", "T4"}) {
    CAPTURE(name);
    const auto made = prepared(make_uts, std::string("--tree ") + name);
    tests::check_run(*made);
  }
}

TEST_CASE("uts: every pool counts small trees as the serial search does") {
  const tests::scratch_folder folder;
  const std::string path = folder.write("small.csv", std::string(title) + small_trees);
  for (const char* const name : {"broad", "low", "waves", "deep", "mixed"}) {
    if (tests::sanitized && name != std::string("mixed")) continue;  // a hash for each node takes long there
    CAPTURE(name);
    const auto serial = prepared(make_uts, "--trees " + path + " --tree " + name);
    serial->run_serial();
    CHECK(serial->counts()["nodes"].get<int>() > 100);
    tests::check_on_every_pool(make_uts, "--trees " + path + " --tree " + name);
    const auto joined = prepared(make_uts, "--face fork_join --trees " + path + " --tree " + name);
    tests::check_run(*joined);
    CHECK(joined->counts()["leaves"] == serial->counts()["leaves"]);
    CHECK(joined->counts()["depth"] == serial->counts()["depth"]);
  }
}

TEST_CASE("uts: a wrong published count is found") {
  const tests::scratch_folder folder;
  const auto wrong = [&](const char* counts) {
    return prepared(
        make_uts,
        "--tree t --trees " +
            folder.write("t.csv", std::string(title) + "t,binomial,,,20,0.124875,8,42," + counts + "\n"));
  };
  const std::array<std::pair<const char*, bool>, 4> cases{
      {{"6213,,", true}, {"6212,,", false}, {"6213,3,", false}, {"6213,,3", false}}};
  for (const auto& [counts, right] : cases) {
    const auto made = wrong(counts);
    CHECK_FALSE(made->check().passed);  // nothing has run
    made->run_serial();
    CHECK(made->check().passed == right);
  }
}

TEST_CASE("uts: a search ends once there are clearly more nodes than are stated of a tree without an end") {
  if (tests::sanitized) return;  // 4 million nodes
  const tests::scratch_folder folder;
  const std::string table =
      folder.write("t.csv", title + std::string("t,binomial,,,100000,0.2002,5,42,1000,,\n"));
  for (const char* const face : {"pool", "fork_join"}) {
    CAPTURE(face);
    const auto made = prepared(make_uts, "--tree t --trees " + table + " --face " + face);
    auto scheduler = tests::make_scheduler({.workers = 2});
    const auto refused = [](const auto& act) -> std::string {
      try {
        act();
      } catch (const input_error& error) { return error.what(); }
      return {};
    };
    for (int i = 0; i < 2; ++i) {
      const std::string line = refused([&] { made->run(scheduler); });
      CHECK_MESSAGE(is_refusal(line, "t.csv:2: the tree has more than the 1000 nodes that are stated"), line);
      CHECK_FALSE(made->check().passed);
    }
    CHECK(is_refusal(refused([&] { made->run_serial(); }), "more than the 1000 nodes"));
  }
}

TEST_CASE("uts: a message names where expected counts are from") {
  const tests::scratch_folder folder;
  const auto line_of = [&](const std::string& options) {
    const auto made = prepared(make_uts, options);
    made->run_serial();
    return made->check().line;
  };
  const auto table = [&](const char* counts) {
    return line_of(
        "--tree t --trees " +
        folder.write("t.csv", std::string(title) + "t,binomial,,,20,0.124875,8,42," + counts + "\n"));
  };
  CHECK(table(",,").ends_with(", by the serial search"));
  CHECK(table("6213,,").ends_with("t.csv:2 says of nodes; the rest by the serial search"));
  CHECK(table("1,,").ends_with("t.csv:2 says of nodes; the rest by the serial search"));
  CHECK(table("1,2,3").ends_with("t.csv:2 says"));
  CHECK(table("6213,,").find("published") == std::string::npos);
}

TEST_CASE("uts: joins run on the default pool only") {
  const auto made = prepared(make_uts, "--face fork_join");
  auto scheduler = tests::make_scheduler({.pool = "dq2", .workers = 1});
  CHECK_THROWS_WITH_AS(made->run(scheduler),
                       "--face fork_join: joins do not run on the pool dq2; expected the pool jackdaw",
                       input_error);
}

TEST_CASE("uts: broken tables and options are refused with file, line and what was expected") {
  const tests::scratch_folder folder;
  const auto table = [&](const std::string& lines) {
    return refusal(make_uts, "--tree t --trees " + folder.write("t.csv", title + lines));
  };
  CHECK(table("t,binomial,,,20,0.124875,8,42,,,\n").empty());
  CHECK(table("t,geometric,fixed(3),3,4,,,19,,,\r\n").empty());
  const std::array<std::pair<const char*, const char*>, 25> broken{{
      {"", "t.csv: no trees"},
      {"t,binomial\n", "t.csv:2: 2 fields"},
      {"t,binomial,,,20,0.1,8,42,,,,\n", "t.csv:2: 12 fields"},
      {"\n,binomial,,,20,0.1,8,42,,,\n", "t.csv:3: a tree without a name"},
      {"t,geometric,fixed,3,4,,,19,,,\nu,geometric,fixed,3,4,,,19,,,\nt,geometric,fixed,5,4,,,1,,,\n",
       "t.csv:4: a second tree \"t\"; expected each name once; the first is at "},
      {"t,bush,,,20,0.1,8,42,,,\n", "t.csv:2: type \"bush\""},
      {"t,geometric,round,5,4,,,1,,,\n", "t.csv:2: shape \"round\""},
      {"t,geometric,fixed,0,4,,,1,,,\n", "t.csv:2: \"0\"; expected gen_mx_d"},
      {"t,geometric,fixed,5,nan,,,1,,,\n", "t.csv:2: \"nan\"; expected b0"},
      {"t,geometric,fixed,5,-1,,,1,,,\n", "t.csv:2: \"-1\"; expected b0"},
      {"t,geometric,fixed,5,4,,,x,,,\n", "t.csv:2: \"x\"; expected root_seed"},
      {"t,binomial,,,20,2,8,42,,,\n", "t.csv:2: \"2\"; expected q"},
      {"t,binomial,,,20,0.1,101,42,,,\n", "t.csv:2: \"101\"; expected m"},
      {"t,binomial,,,20,0.13,8,42,,,\n", "t.csv:2: a tree without an end"},
      {"t,binomial,,,20,0.125,8,42,,,\n", "t.csv:2: a tree that need not end"},
      {"t,binomial,,,20,1,1,42,100,,\n", "t.csv:2: a tree that need not end"},
      {"t,hybrid,fixed,9,3,0.5,2,42,,,\n", "t.csv:2: a tree that need not end"},
      {"t,geometric,fixed,100,4,,,42,,,\n", "t.csv:2: a tree of about "},
      {"t,geometric,fixed,10000,1e6,,,42,,,\n", "t.csv:2: a tree "},
      {"t,binomial,,,20,0.1,8,42,many,,\n", "t.csv:2: \"many\" is no count"},
      {"t,binomial,fixed,,20,0.1,8,42,,,\n",
       "t.csv:2: shape \"fixed\" of a binomial tree, which has no use for it"},
      {"t,binomial,,5,20,0.1,8,42,,,\n", "t.csv:2: gen_mx_d \"5\" of a binomial tree"},
      {"t,geometric,fixed,5,4,0.1,,1,,,\n", "t.csv:2: q \"0.1\" of a geometric tree"},
      {"t,geometric,fixed,5,4,,2,1,,,\n",
       "t.csv:2: m \"2\" of a geometric tree, which has no use for it; expected an "
       "empty field"},
      {"u,binomial,,,20,0.1,8,42,,,\n", "--tree t: no such tree; expected one of u"},
  }};
  for (const auto& [lines, problem] : broken) {
    const std::string line = table(lines);
    CHECK_MESSAGE(is_refusal(line, problem), line);
  }
  const std::string other = folder.write("other.csv", "1,2,3\n");
  CHECK(is_refusal(refusal(make_uts, "--trees " + other), "other.csv:1: no table of trees"));
  CHECK(is_refusal(refusal(make_uts, "--trees " + folder.path("none.csv")), "cannot be read"));
  CHECK(is_refusal(refusal(make_uts, "--trees " + folder.path("")), "is a folder"));
  CHECK(is_refusal(refusal(make_uts, "--tree T9"), "--tree T9: no such tree; expected one of T1 T2"));
  CHECK(is_refusal(refusal(make_uts, "--face flow"), "--face flow: no such face"));
}

TEST_CASE("uts: the table of the trees that others use agrees with ours, where it is present") {
  if (tests::shared_data().empty()) return;
  const auto theirs = read_trees(tests::shared_data() + "/uts/uts_trees.csv");
  for (const named_tree& ours : published_trees()) {
    CAPTURE(ours.name);
    const auto same = std::find_if(theirs.begin(), theirs.end(),
                                   [&](const named_tree& each) { return each.name == ours.name; });
    REQUIRE(same != theirs.end());
    CHECK(same->rules.type == ours.rules.type);
    CHECK(same->rules.form == ours.rules.form);
    CHECK(same->rules.gen_mx == ours.rules.gen_mx);
    CHECK(same->rules.b0 == ours.rules.b0);
    CHECK(same->rules.q == ours.rules.q);
    CHECK(same->rules.m == ours.rules.m);
    CHECK(same->rules.seed == ours.rules.seed);
    CHECK(same->nodes == ours.nodes);
    CHECK(same->depth == ours.depth);
    CHECK(same->leaves == ours.leaves);
  }
}

TEST_CASE("uts: how many nodes a tree has on average is known before it is searched") {
  using namespace jackdaw::apps::uts;
  const auto nodes = [](const std::string& name) {
    for (const named_tree& each : published_trees())
      if (each.name == name) return tree(each.rules).expected_nodes();
    return 0.0;
  };
  // A geometric tree of four children a node and ten levels has (4^11 - 1) / 3 nodes, but for the cut at 100 children.
  CHECK(nodes("T1") == doctest::Approx(1398101).epsilon(1e-6));
  CHECK(nodes("T3") == doctest::Approx(1 + 2000 / (1 - 0.124875 * 8)));
  CHECK(std::isinf(nodes("T3L")));  // a little above what ends for certain, and lucky
  CHECK(nodes("T1XXL") > 1e9);
}

#ifdef __OPTIMIZE__
TEST_CASE("uts: joins search a tree of 17 844 levels on a stack of 16 MiB") {
  if (tests::sanitized) return;
  census found{};
  tests::on_stack(std::size_t{16} << 20U, [&] {
    scheduler one(1);
    try {
      one.run([&](worker& w) { found = search<census>(w, narrow_tree{}, node{}); });
    } catch (const recursion_too_deep&) { found.depth = -1; }
  });
  CHECK(found == census{178441, 160597, 17844});
}
#endif

}  // namespace uts_test
