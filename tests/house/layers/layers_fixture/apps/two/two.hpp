#pragma once
#include <jackdaw/base/low.hpp>
#include "two.hpp"
#include "apps/two/gone.hpp"
