// The adaptive task pools of HR10 as compositions.
#pragma once

#include <jackdaw/pool/families/adaptive.hpp>
#include <jackdaw/pool/families/victim_order.hpp>
#include <jackdaw/queue/forest/shared_forest.hpp>
#include <jackdaw/sync/spin_lock.hpp>

namespace jackdaw::pool {

/// `MinPublic`, `MaxPrivate`: HR10's MIN_PUB_LENGTH and MAX_PRIV_LENGTH.
template <unsigned MinPublic, unsigned MaxPrivate>
using forest_of = queue::shared_forest<sync::spin_lock, MinPublic, MaxPrivate>;

using atp = adaptive<forest_of<0, 0>, nearest>;
using atp2 = adaptive<forest_of<2, 3>, nearest>;

}  // namespace jackdaw::pool
