#include <jackdaw/base/low.hpp>
#include "apps/one/one.hpp"
