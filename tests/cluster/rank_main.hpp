// The world of a test that runs on several ranks.
#pragma once

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/cluster.hpp>

/// The world that main() has made, with two workers a rank.
jackdaw::cluster::world& here();

/// What a call throws, on all ranks the same; empty: nothing.
template <class Error>
std::string thrown_by(auto call) {
  std::string what;
  try {
    call();
  } catch (const Error& error) { what = error.what(); }
  CHECK(here().gather(what) == std::vector<std::string>(here().ranks(), what));
  return what;
}
