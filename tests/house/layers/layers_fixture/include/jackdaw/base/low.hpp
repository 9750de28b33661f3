#pragma once
#include <vector>
#include <linux/futex.h>
#include <jackdaw/queue/high.hpp>
#include <fmt/format.h>
#  include "jackdaw/jackdaw.hpp"
// #include <jackdaw/queue/high.hpp>
