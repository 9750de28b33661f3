package jackdaw.pools.store;

import java.util.concurrent.atomic.AtomicIntegerArray;

/** Deals initial tasks round-robin, from the thread on that puts them. */
final class Dealer {
  private final AtomicIntegerArray dealt;

  Dealer(int threads) {
    dealt = new AtomicIntegerArray(threads);
  }

  /** The queue that gets the next initial task of this thread. */
  int next(int tid) {
    return Math.floorMod(tid + dealt.getAndIncrement(tid), dealt.length());
  }
}
