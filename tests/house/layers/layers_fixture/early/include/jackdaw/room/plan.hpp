#pragma once
#ifndef JACKDAW_COMPILED
#include <jackdaw/room/plan_impl.hpp>
#endif
