package jackdaw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

public class LoopsTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  public void eachNumberOnce(int workers) {
    try (Scheduler scheduler = new Scheduler(workers)) {
      for (final int size : new int[] {0, 1, 2, 3, 1000, 100_003}) {
        final AtomicIntegerArray seen = new AtomicIntegerArray(size);
        Loops.forEach(scheduler, -7, size - 7L, i -> seen.getAndIncrement((int) i + 7));
        for (int i = 0; i < size; ++i) assertEquals(1, seen.get(i));
      }
      Loops.forEach(scheduler, 5, 3, i -> {
        throw new AssertionError("the range is empty");
      });
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  public void operandsKeepTheirOrder(int workers) {
    try (Scheduler scheduler = new Scheduler(workers)) {
      final StringBuilder expected = new StringBuilder();
      for (int i = 0; i < 3000; ++i) expected.append(i).append(' ');
      for (int round = 0; round < 20; ++round) {
        assertEquals(expected.toString(), Loops.reduce(scheduler, 0, 3000, "", i -> i + " ", String::concat));
        final List<Integer> numbers = IntStream.range(0, 3000).boxed().toList();
        assertEquals(expected.toString(),
            Loops.reduce(scheduler, numbers.spliterator(), "", (text, i) -> text + i + " ", String::concat));
      }
      assertEquals("none", Loops.reduce(scheduler, 3, 3, "none", i -> "some", String::concat));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  public void theEndsOfTheNumbers(int workers) {
    try (Scheduler scheduler = new Scheduler(workers)) {
      final AtomicLong sum = new AtomicLong();
      Loops.forEach(scheduler, Long.MAX_VALUE - 1000, Long.MAX_VALUE, i -> sum.getAndAdd(Long.MAX_VALUE - i));
      assertEquals(500_500, sum.get());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  public void elementsOfAnyCollection(int workers) {
    try (Scheduler scheduler = new Scheduler(workers)) {
      final List<Integer> numbers = IntStream.range(0, 20_000).boxed().toList();
      for (final Iterable<Integer> each : List.of(numbers, new LinkedHashSet<>(numbers), new ArrayList<>(numbers))) {
        final AtomicLong sum = new AtomicLong();
        Loops.forEach(scheduler, each.spliterator(), number -> sum.getAndAdd(number));
        assertEquals(199_990_000L, sum.get());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  public void aBodyThatThrowsEndsTheLoop(int workers) {
    try (Scheduler scheduler = new Scheduler(workers)) {
      final RuntimeException thrown = new RuntimeException("expected");
      for (int round = 0; round < 50; ++round) {
        assertSame(thrown, assertThrows(RuntimeException.class, () -> Loops.forEach(scheduler, 0, 10_000, i -> {
          if (i == 7777) throw thrown;
        })));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  public void loopsInsideLoops(int workers) {
    try (Scheduler scheduler = new Scheduler(workers)) {
      final AtomicLong sum = new AtomicLong();
      Loops.forEach(scheduler, 0, 50, i -> Loops.forEach(scheduler, 0, i, j -> sum.getAndIncrement()));
      assertEquals(1225, sum.get());
    }
  }

  @Test
  public void afterAnExceptionNoFurtherStepBegins() {
    try (Scheduler scheduler = new Scheduler(4)) {
      final IllegalStateException thrown = assertThrows(IllegalStateException.class, () -> Loops.forEach(scheduler, 0, 1L << 50, i -> {
        if (i == 0) throw new IllegalStateException("first");
      }));  // else it would take years
      assertEquals("first", thrown.getMessage());
    }
  }
}
