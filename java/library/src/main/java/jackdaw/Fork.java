package jackdaw;

/**
 * A task with a result, which forks others and joins them: what {@code RecursiveTask} is for a {@code ForkJoinPool}.
 *
 * <pre>{@code
 * final class Sum extends Fork<Long> {
 *   protected Long compute() {
 *     if (to - from < 1000) return sumSerially();
 *     Sum left = new Sum(from, middle);
 *     left.fork();
 *     return new Sum(middle, to).compute() + left.join();
 *   }
 * }
 * long sum = scheduler.invoke(new Sum(0, n));
 * }</pre>
 *
 * @param <V> the type of the result
 */
public abstract class Fork<V> extends ForkTask {
  private V result;

  protected Fork() {}

  /** What the task does; may fork and join other tasks. */
  protected abstract V compute();

  @Override
  final void execute() {
    result = compute();
  }

  /**
   * The result, when the task is done. Only in the task that has forked it, once. It costs least for the task forked
   * last; before an older one, the younger ones are executed.
   *
   * @throws IllegalStateException outside of a task, or on another worker than the one that has forked it
   */
  public final V join() {
    finish();
    return result;
  }

  final V result() {
    return result;
  }
}
