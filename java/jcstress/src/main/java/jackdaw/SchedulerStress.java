package jackdaw;

import java.util.concurrent.atomic.AtomicInteger;
import jackdaw.split.SplitDeque;
import jackdaw.split.Thief;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Parking, joins and the end of a run. */
public class SchedulerStress {
  /** JP-F1: two workers fall asleep while a third publishes a task. One of them is awake at the end. */
  @JCStressTest
  @Outcome(id = {"true, false", "false, true", "false, false"}, expect = Expect.ACCEPTABLE, desc = "one is awake")
  @Outcome(id = "true, true", expect = Expect.FORBIDDEN, desc = "both sleep beside a task")
  @State
  public static class Parking implements Sleepers.Work {
    private final Sleepers sleepers = new Sleepers(this, 3);
    private volatile boolean published;

    public Parking() {
      sleepers.searches();
      sleepers.searches();
    }

    @Override
    public boolean hasPublic() {
      return published;
    }

    @Override
    public boolean stopped() {
      return false;
    }

    @Override
    public void unpark(int worker) {}

    @Actor
    public void sleepers() {
      sleepers.announce(0);
      sleepers.announce(1);
    }

    @Actor
    public void publisher() {
      published = true;
      sleepers.signal();
    }

    @Arbiter
    public void look(ZZ_Result r) {
      r.r1 = sleepers.isAsleep(0);
      r.r2 = sleepers.isAsleep(1);
    }
  }

  /** JT-F1: a worker waits for a task that another one completes. */
  @JCStressTest
  @Outcome(id = {"false, false", "true, true"}, expect = Expect.ACCEPTABLE, desc = "it does not sleep, or is woken")
  @Outcome(id = "true, false", expect = Expect.FORBIDDEN, desc = "it sleeps for ever")
  @Outcome(id = "false, true", expect = Expect.FORBIDDEN, desc = "it is woken and did not sleep")
  @State
  public static class Join {
    private final ForkAction task = new ForkAction() {
      @Override
      protected void compute() {}
    };

    @Actor
    public void joiner(ZZ_Result r) {
      r.r1 = task.await();
    }

    @Actor
    public void thief(ZZ_Result r) {
      r.r2 = task.complete();
    }
  }

  /**
   * A run with one public task (JR-I1). Its owner and a thief want it. The run ends once, and not before the task was
   * executed: the third number is what was executed at the end.
   */
  @JCStressTest
  @Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "executed once, then one end")
  @Outcome(expect = Expect.FORBIDDEN)
  @State
  public static class Termination {
    private static final class Task extends ForkAction {
      @Override
      protected void compute() {}
    }

    private final AtomicInteger executed = new AtomicInteger();
    private final AtomicInteger ends = new AtomicInteger();
    private final AtomicInteger atEnd = new AtomicInteger();
    private final Task first = new Task();
    private final Run<Void> run = new Run<>(first, new Run.Owner() {
      @Override
      public void runEnds() {
        ended();
      }

      @Override
      public void stagesBegin() {}
    });
    private final SplitDeque deque = new SplitDeque(false);

    public Termination() {
      first.complete();
      first.about = null;
      final Task task = new Task();
      task.about = run;
      deque.push(task);
      deque.answer(false);
    }

    private void ended() {
      ends.getAndIncrement();
      atEnd.set(executed.get());
    }

    private void steal() {
      final Thief thief = new Thief() {
        @Override
        public boolean claim(Object task) {
          if (!(((ForkTask) task).about instanceof Run<?> of)) return false;
          of.partBegins();
          return true;
        }

        @Override
        public void unclaim(Object task) {
          run.partEnds();
        }
      };
      if (deque.steal(thief) != null) {
        executed.getAndIncrement();
        run.partEnds();
      }
    }

    @Actor
    public void owner() {
      if (deque.isAsked()) deque.answer(true);
      if (deque.pop(0) != null) executed.getAndIncrement();
      run.partEnds();
    }

    @Actor
    public void thief() {
      steal();
    }

    @Arbiter
    public void look(III_Result r) {
      r.r1 = executed.get();
      r.r2 = ends.get();
      r.r3 = atEnd.get();
    }
  }
}
