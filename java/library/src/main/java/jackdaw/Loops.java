package jackdaw;

import java.util.Objects;
import java.util.Spliterator;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;

/**
 * Parallel loops and reductions over ranges of numbers and over spliterators, inside a task of the scheduler or outside.
 *
 * <p>A loop gives away half of what is left when this worker has nothing else for others, and not before. So on a busy
 * scheduler it costs hardly more than a serial one. Bodies are executed in any order, by several workers.
 *
 * <p>When not: for bodies that wait, and where the order matters.
 *
 * <pre>{@code
 * Loops.forEach(scheduler, 0, n, i -> y[(int) i] += a * x[(int) i]);
 * double sum = Loops.reduce(scheduler, 0, n, 0.0, i -> x[(int) i], Double::sum);
 * Loops.forEach(scheduler, list.spliterator(), each -> each.update());
 * }</pre>
 */
public final class Loops {
  private Loops() {}

  /** From `from` to `to` - 1. */
  private static final class Numbers {
    long from;
    long to;

    Numbers(long from, long to) {
      this.from = from;
      this.to = to;
    }

    /** No overflow where the range has more than 2^63 numbers. */
    Numbers laterHalf() {
      final long half = to - from >>> 1;
      if (half == 0) return null;
      final Numbers later = new Numbers(to - half, to);
      to -= half;
      return later;
    }

    /** The end of a step. */
    long next(long count) {
      return Long.compareUnsigned(to - from, count) < 0 ? to : from + count;
    }
  }

  private abstract static class NumberLoop<V> extends Loop<Numbers, V> {
    NumberLoop(Numbers left, BinaryOperator<V> combine) {
      super(left, combine);
    }

    @Override
    final Numbers split(Numbers left) {
      return left.laterHalf();
    }

    @Override
    final boolean isEmpty(Numbers left) {
      return left.from == left.to;
    }

    @Override
    final long size(Numbers left) {
      return left.to - left.from;
    }
  }

  private static final class ForEachNumber extends NumberLoop<Void> {
    private final LongConsumer body;

    ForEachNumber(Numbers left, LongConsumer body) {
      super(left, (a, b) -> null);
      this.body = body;
    }

    @Override
    Void step(Numbers left, long count, Void nothing) {
      final long end = left.next(count);
      for (long i = left.from; i != end; ++i) body.accept(i);
      left.from = end;
      return null;
    }

    @Override
    ForEachNumber over(Numbers part) {
      return new ForEachNumber(part, body);
    }

    @Override
    Void identity() {
      return null;
    }
  }

  private static final class ReduceNumbers<V> extends NumberLoop<V> {
    private final V identity;
    private final LongFunction<? extends V> of;
    private final BinaryOperator<V> combine;

    ReduceNumbers(Numbers left, V identity, LongFunction<? extends V> of, BinaryOperator<V> combine) {
      super(left, combine);
      this.identity = identity;
      this.of = of;
      this.combine = combine;
    }

    @Override
    V step(Numbers left, long count, V soFar) {
      final long end = left.next(count);
      V sum = soFar;
      for (long i = left.from; i != end; ++i) sum = combine.apply(sum, of.apply(i));
      left.from = end;
      return sum;
    }

    @Override
    ReduceNumbers<V> over(Numbers part) {
      return new ReduceNumbers<>(part, identity, of, combine);
    }

    @Override
    V identity() {
      return identity;
    }
  }

  /** What a spliterator has, and whether it has come to its end. */
  private static final class Elements<T> {
    Spliterator<T> left;
    boolean empty;

    Elements(Spliterator<T> left) {
      this.left = left;
    }

    /** trySplit() gives the earlier elements; those stay here. */
    Elements<T> laterHalf() {
      final Spliterator<T> earlier = left.trySplit();
      if (earlier == null) return null;
      final Elements<T> later = new Elements<>(left);
      left = earlier;
      return later;
    }
  }

  private static final class ElementLoop<T, V> extends Loop<Elements<T>, V> {
    private final V identity;
    private final BiFunction<V, ? super T, V> add;
    private final BinaryOperator<V> combine;
    private V sum;

    ElementLoop(Elements<T> left, V identity, BiFunction<V, ? super T, V> add, BinaryOperator<V> combine) {
      super(left, combine);
      this.identity = identity;
      this.add = add;
      this.combine = combine;
    }

    @Override
    V step(Elements<T> left, long count, V soFar) {
      sum = soFar;
      final Consumer<T> next = element -> sum = add.apply(sum, element);
      for (long i = 0; i < count; ++i) {
        if (!left.left.tryAdvance(next)) {
          left.empty = true;
          break;
        }
      }
      return sum;
    }

    @Override
    Elements<T> split(Elements<T> left) {
      return left.laterHalf();
    }

    @Override
    boolean isEmpty(Elements<T> left) {
      return left.empty;
    }

    @Override
    long size(Elements<T> left) {
      return left.left.estimateSize();
    }

    @Override
    ElementLoop<T, V> over(Elements<T> part) {
      return new ElementLoop<>(part, identity, add, combine);
    }

    @Override
    V identity() {
      return identity;
    }
  }

  /**
   * Calls the body for each number from {@code from} to {@code to - 1}; for none when the range is empty.
   *
   * @throws RuntimeException what a body threw. Then no further step begins: other numbers are left out. What other bodies
   *     threw meanwhile is suppressed in it
   */
  public static void forEach(Scheduler scheduler, long from, long to, LongConsumer body) {
    Objects.requireNonNull(body, "body");
    if (from < to) scheduler.invoke(new ForEachNumber(new Numbers(from, to), body));
  }

  /**
   * Combines {@code of(i)} for each number from {@code from} to {@code to - 1}. The operands keep their order.
   *
   * @param identity the result of an empty range; it changes no operand that it is combined with
   * @param combine associative; several workers may call it
   * @throws RuntimeException what a function threw
   */
  public static <V> V reduce(Scheduler scheduler, long from, long to, V identity, LongFunction<? extends V> of,
      BinaryOperator<V> combine) {
    if (from >= to) return identity;
    return scheduler.invoke(new ReduceNumbers<V>(new Numbers(from, to), identity, of, combine));
  }

  /**
   * Calls the body for each element, such as of {@code list.spliterator()}. A spliterator that cannot be split is worked off
   * by one worker.
   *
   * @throws RuntimeException what a body threw; then other elements are left out, as above
   */
  public static <T> void forEach(Scheduler scheduler, Spliterator<T> elements, Consumer<? super T> body) {
    Objects.requireNonNull(body, "body");
    final BiFunction<Void, T, Void> call = (nothing, element) -> {
      body.accept(element);
      return null;
    };
    scheduler.invoke(new ElementLoop<T, Void>(new Elements<>(elements), null, call, (a, b) -> null));
  }

  /**
   * Adds each element to a sum, and combines the sums. The operands keep their order, where the spliterator has one.
   *
   * @param identity what each sum begins with; it must not be changed by {@code add}
   * @param combine associative, and what {@code add} fits to
   * @throws RuntimeException what a function threw
   */
  public static <T, V> V reduce(Scheduler scheduler, Spliterator<T> elements, V identity, BiFunction<V, ? super T, V> add,
      BinaryOperator<V> combine) {
    return scheduler.invoke(new ElementLoop<T, V>(new Elements<>(elements), identity, add, combine));
  }
}
