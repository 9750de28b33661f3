#pragma once
#include <fmt/format.h>
#include <jackdaw/jackdaw.hpp>
#include "apps/two/two.hpp"
