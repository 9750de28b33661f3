package jackdaw.pools.store;

/** MT19937 (Matsumoto, Nishimura 1998), which java.util.Random is not. Not safe for threads. */
final class MersenneTwister {
  private static final int LENGTH = 624;
  private static final int OFFSET = 397;
  private static final int UPPER_BIT = 0x80000000;
  private static final int LOWER_BITS = 0x7fffffff;

  private final int[] state = new int[LENGTH];
  private int index = LENGTH;

  MersenneTwister(int seed) {
    state[0] = seed;
    for (int i = 1; i < LENGTH; ++i) state[i] = 1812433253 * (state[i - 1] ^ state[i - 1] >>> 30) + i;
  }

  /** The next 32 bits. */
  int next() {
    if (index == LENGTH) refill();
    int y = state[index++];
    y ^= y >>> 11;
    y ^= y << 7 & 0x9d2c5680;
    y ^= y << 15 & 0xefc60000;
    return y ^ y >>> 18;
  }

  /** From 0 to bound - 1, by floating point as in the paper. */
  int below(int bound) {
    return (int) ((next() & 0xffffffffL) * (1.0 / 4294967296.0) * bound);
  }

  private void refill() {
    for (int i = 0; i < LENGTH; ++i) {
      final int y = state[i] & UPPER_BIT | state[(i + 1) % LENGTH] & LOWER_BITS;
      state[i] = state[(i + OFFSET) % LENGTH] ^ y >>> 1 ^ ((y & 1) == 0 ? 0 : 0x9908b0df);
    }
    index = 0;
  }
}
