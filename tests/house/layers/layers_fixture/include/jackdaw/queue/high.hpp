#pragma once
#include <sched.h>
#include <jackdaw/base/low.hpp>
#include "high.hpp"
#include <jackdaw/other/unlisted.hpp>
