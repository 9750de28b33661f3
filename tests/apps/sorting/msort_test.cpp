// Merge sort: every pool, both faces, every order, every small number of integers; the merge by itself.
#include "apps/msort/msort.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "apps/msort/ranges.hpp"
#include "tests/support/apps.hpp"

namespace msort_test {

using namespace jackdaw;
using namespace jackdaw::apps;
using tests::is_refusal;
using tests::prepared;
using tests::refusal;

TEST_CASE("msort: every pool sorts every order") {
  for (const char* const order : {"random", "few"})
    tests::check_on_every_pool(make_msort, std::string("--n 30000 --order ") + order);
  for (const char* const order : {"sorted", "reversed"})
    tests::check_run(*prepared(make_msort, std::string("--n 30001 --order ") + order));
}

TEST_CASE("msort: sizes around a leaf and its multiples, on both faces") {
  for (const char* const face : {"pool", "fork_join"}) {
    for (const int count : {1, 2, 2047, 2048, 2049, 4097, 8191, 8193, 100'003}) {
      CAPTURE(count);
      CAPTURE(face);
      const auto made = prepared(make_msort, "--n " + std::to_string(count) + " --face " + face);
      CHECK_FALSE(made->check().passed);  // nothing has run
      made->run_serial();
      CHECK(made->check().passed);
      tests::check_run(*made);
    }
  }
}

TEST_CASE("msort: merges and their halves are std::merge") {
  for (int x = 0; x <= 6; ++x) {
    for (int y = 0; y <= 6; ++y) {
      for (int shift = -7; shift <= 7; ++shift) {
        std::vector<int> a, b;
        for (int i = 0; i < x; ++i) a.push_back(2 * i / 3);
        for (int i = 0; i < y; ++i) b.push_back(i + shift);
        std::vector<int> expected(a.size() + b.size()), found(expected.size()), cut(expected.size());
        std::merge(a.begin(), a.end(), b.begin(), b.end(), expected.begin());
        const auto at = [&](std::vector<int>& out) {
          return msort::merge{a.data(), a.data() + x, b.data(), b.data() + y, out.data()};
        };
        at(found).compute();
        CHECK(found == expected);
        if (x + y == 0) continue;
        const auto [low, high] = at(cut).halves();
        high.compute();
        low.compute();
        CHECK(cut == expected);
      }
    }
  }
}

TEST_CASE("msort: options out of range are refused") {
  CHECK(is_refusal(refusal(make_msort, "--n 0"), "--n 0: expected a whole number from 1"));
  CHECK(is_refusal(refusal(make_msort, "--n 1e14"), "do not fit into this machine's memory"));
  CHECK(is_refusal(refusal(make_msort, "--n 5 --order shuffled"), "--order shuffled: no such order"));
  CHECK(is_refusal(refusal(make_msort, "--n 5 --face flow"), "--face flow: no such face"));
}

}  // namespace msort_test
