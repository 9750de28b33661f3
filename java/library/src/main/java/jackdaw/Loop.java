package jackdaw;

import java.util.ArrayDeque;
import java.util.function.BinaryOperator;

/**
 * A loop or a reduction over something that can be split. It works off steps of some microseconds, and forks half of what is
 * left when this worker has less that others could take than there are workers asleep, or nothing.
 *
 * @param <S> what is left to do; splits like a Spliterator
 * @param <V> what a reduction has so far
 */
abstract class Loop<S, V> extends Fork<V> {
  /** A step that took less is doubled for the next time. */
  private static final long SHORT_NANOS = 20_000;
  /** Fewer are not worth waking a worker that has perhaps no processor. */
  private static final int STEPS_OF_WAKE_UP = 32;
  private static final int STEPS_BETWEEN = 8;
  private static final long MOST_PARTS = 8;
  private static final long LONGEST_STEP = 1 << 20;

  private final BinaryOperator<V> combine;
  private S left;
  /** Of all parts, from the first one on that is executed: a body has thrown, so nothing more begins. */
  private Failure failure;

  private static final class Failure {
    private volatile boolean seen;
  }

  Loop(S left, BinaryOperator<V> combine) {
    this.left = left;
    this.combine = combine;
  }

  /** Does up to `count` of what is left, and combines it with what there is so far. */
  abstract V step(S left, long count, V soFar);

  /** Splits the later half off; null where it cannot be split. */
  abstract S split(S left);

  abstract boolean isEmpty(S left);

  /** How many steps of one are left, as far as it is known. */
  abstract long size(S left);

  /** The same loop over another part. */
  abstract Loop<S, V> over(S part);

  /** What a reduction begins with. */
  abstract V identity();

  @Override
  protected final V compute() {
    final Worker worker = Worker.current();
    final ArrayDeque<Loop<S, V>> forked = new ArrayDeque<>();
    if (failure == null) failure = new Failure();
    V soFar = identity();
    long count = 1;
    int longSteps = 0;
    Throwable thrown = null;
    try {
      while (!failure.seen && !isEmpty(left)) {
        // A part for each worker that sleeps: when they come, they need not wait for each other's halves. All of them are
        // public, since this worker may lose its processor.
        while (worker.scheduler.workers() > 1 && worker.deque.size() <= Math.min(worker.scheduler.sleepers.asleep(), MOST_PARTS)
            && hasSteps(worker.deque.isEmpty() ? 2 : STEPS_OF_WAKE_UP, count)) {
          final S later = split(left);
          if (later == null) break;
          final Loop<S, V> other = over(later);
          other.failure = failure;
          forked.push(other);
          other.fork();
          worker.shareAll();
        }
        final long start = System.nanoTime();
        soFar = step(left, count, soFar);
        if (System.nanoTime() - start >= SHORT_NANOS) {
          // Nobody has come for a part: those that were woken may have no processor.
          if (++longSteps % STEPS_BETWEEN == 0 && hasSteps(STEPS_OF_WAKE_UP, count) && !worker.deque.isPublicEmpty())
            worker.scheduler.sleepers.signalAnother();
        } else if (count < LONGEST_STEP) {
          count *= 2;
        }
      }
    } catch (Throwable t) {
      failure.seen = true;
      thrown = t;
    }
    // The part forked last is the nearest one; so the order of the operands is kept.
    while (!forked.isEmpty()) {
      try {
        final V value = forked.pop().join();
        if (thrown == null) soFar = combine.apply(soFar, value);
      } catch (Throwable t) {
        failure.seen = true;  // also where combining has thrown
        if (thrown == null) {
          thrown = t;
        } else if (thrown != t) {
          thrown.addSuppressed(t);
        }
      }
    }
    left = null;
    if (thrown != null) Scheduler.<RuntimeException>rethrow(thrown);
    return soFar;
  }

  /** Whether so many steps of `count` are left. */
  private boolean hasSteps(int steps, long count) {
    final long size = size(left);
    return size < 0 || size / count >= steps;  // negative: more than a long holds
  }
}
