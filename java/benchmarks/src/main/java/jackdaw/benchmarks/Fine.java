package jackdaw.benchmarks;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import jackdaw.ForkAction;
import jackdaw.Scheduler;
import jackdaw.programs.Work;

/** The same programs for both: fork one half, compute the other, join. */
final class Fine {
  private Fine() {}

  /** Fibonacci numbers down to fib(1), with `units` of work in each leaf. */
  static final class JackdawFib extends ForkAction {
    final int n;
    final int units;
    long result;

    JackdawFib(int n, int units) {
      this.n = n;
      this.units = units;
    }

    @Override
    protected void compute() {
      if (n < 2) {
        result = units == 0 ? n : Work.simulate(units, n) | 1;
        return;
      }
      final JackdawFib first = new JackdawFib(n - 1, units);
      first.fork();
      final JackdawFib second = new JackdawFib(n - 2, units);
      second.compute();
      first.join();
      result = first.result + second.result;
    }
  }

  static final class ForkJoinFib extends RecursiveAction {
    final int n;
    final int units;
    long result;

    ForkJoinFib(int n, int units) {
      this.n = n;
      this.units = units;
    }

    @Override
    protected void compute() {
      if (n < 2) {
        result = units == 0 ? n : Work.simulate(units, n) | 1;
        return;
      }
      final ForkJoinFib first = new ForkJoinFib(n - 1, units);
      first.fork();
      final ForkJoinFib second = new ForkJoinFib(n - 2, units);
      second.compute();
      first.join();
      result = first.result + second.result;
    }
  }

  /** The synthetic algorithm of KR02, section 7.2: tasks that put two others and join none. */
  static final class JackdawSynthetic extends ForkAction {
    final int i;
    final long f;
    long sink;

    JackdawSynthetic(int i, long f) {
      this.i = i;
      this.f = f;
    }

    @Override
    protected void compute() {
      if (i <= 0) {
        sink = Work.simulate(100 * f, i);
        return;
      }
      long x = Work.simulate(10 * f, i);
      new JackdawSynthetic(i - 2, f).fork();
      x = Work.simulate(50 * f, x);
      new JackdawSynthetic(i - 1, f).fork();
      sink = Work.simulate(100 * f, x);
    }
  }

  static final class ForkJoinSynthetic extends RecursiveAction {
    final int i;
    final long f;
    long sink;

    ForkJoinSynthetic(int i, long f) {
      this.i = i;
      this.f = f;
    }

    @Override
    protected void compute() {
      if (i <= 0) {
        sink = Work.simulate(100 * f, i);
        return;
      }
      long x = Work.simulate(10 * f, i);
      new ForkJoinSynthetic(i - 2, f).fork();
      x = Work.simulate(50 * f, x);
      new ForkJoinSynthetic(i - 1, f).fork();
      sink = Work.simulate(100 * f, x);
    }
  }

  /** What both runtimes are asked for. */
  interface Program {
    void on(Scheduler scheduler);

    void on(ForkJoinPool pool);
  }

  static Program fib(int n, int units) {
    return new Program() {
      @Override
      public void on(Scheduler scheduler) {
        scheduler.invoke(new JackdawFib(n, units));
      }

      @Override
      public void on(ForkJoinPool pool) {
        pool.invoke(new ForkJoinFib(n, units));
      }
    };
  }

  /** ForkJoinPool has no end for tasks that nobody joins but quiescence. */
  static Program synthetic(int k, long f) {
    return new Program() {
      @Override
      public void on(Scheduler scheduler) {
        scheduler.invoke(new ForkAction() {
          @Override
          protected void compute() {
            for (int i = k - 1; i >= 0; --i) new JackdawSynthetic(i, f).fork();
          }
        });
      }

      @Override
      public void on(ForkJoinPool pool) {
        pool.invoke(new RecursiveAction() {
          @Override
          protected void compute() {
            for (int i = k - 1; i >= 0; --i) new ForkJoinSynthetic(i, f).fork();
            helpQuiesce();
          }
        });
      }
    };
  }
}
