package jackdaw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** From JDK 21 on; else skipped. */
public class VirtualThreadsTest {
  private static Thread startVirtual(Runnable body) throws ReflectiveOperationException {
    final Method start;
    try {
      start = Thread.class.getMethod("startVirtualThread", Runnable.class);
    } catch (NoSuchMethodException e) {
      assumeTrue(false, "this JDK has no virtual threads");
      throw e;
    }
    return (Thread) start.invoke(null, body);
  }

  /** Many more callers wait than there are carriers; the one that lets them go comes last. A pinned carrier would stop it. */
  @Test
  public void callersThatWaitPinNoCarrier() throws Exception {
    final int callers = 100;
    final CountDownLatch go = new CountDownLatch(1);
    final AtomicInteger right = new AtomicInteger();
    try (Scheduler scheduler = new Scheduler(2)) {
      final List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < callers; ++i) {
        threads.add(startVirtual(() -> {
          final int result = scheduler.invoke(new Fork<Integer>() {
            @Override
            protected Integer compute() {
              try {
                return Scheduler.blocking(() -> go.await(1, TimeUnit.MINUTES)) ? 7 : 0;
              } catch (Exception e) {
                return -1;
              }
            }
          });
          if (result == 7) right.getAndIncrement();
        }));
      }
      startVirtual(go::countDown).join(60_000);
      assertTrue(go.getCount() == 0, "the carriers are pinned");
      for (final Thread each : threads) each.join();
    }
    assertEquals(callers, right.get());
  }

  @Test
  public void aVirtualThreadIsNoWorker() throws Exception {
    final AtomicInteger refused = new AtomicInteger();
    startVirtual(() -> {
      try {
        new SchedulerTest.Fib(3).fork();
      } catch (IllegalStateException expected) {
        refused.getAndIncrement();
      }
    }).join();
    assertEquals(1, refused.get());
  }
}
