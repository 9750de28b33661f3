// Which memory orders a test has reached, and one of them weakened.
//
// With JACKDAW_ORDERS=FILE in the environment, each call site of an explored operation that a test case reaches adds a
// line to FILE when the program ends: `path:line:column operation order`, a tab, and the name of the case. With
// JACKDAW_WEAKEN="path:line:column operation order" the operation at that call site has that order instead of its own;
// `none` is a fence that is left out.
#pragma once

#include <atomic>
#include <optional>
#include <source_location>

namespace jackdaw::simulated::order_audit {

enum operation { load, store, modify, failure, fence, fence_of_all, compiler_fence };

/// The name of the test case whose explorations follow.
void begin_case(const char* name);

/// The order to use there; none: the fence is left out.
std::optional<std::memory_order> order_at(const std::source_location& site, operation what,
                                          std::memory_order how);

}  // namespace jackdaw::simulated::order_audit
