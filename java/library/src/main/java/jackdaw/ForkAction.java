package jackdaw;

/** A task without a result, or with results in its fields: what {@code RecursiveAction} is for a {@code ForkJoinPool}. */
public abstract class ForkAction extends ForkTask {
  protected ForkAction() {}

  /** What the task does; may fork and join other tasks. */
  protected abstract void compute();

  @Override
  final void execute() {
    compute();
  }

  /** Returns when the task is done; as {@link Fork#join}. */
  public final void join() {
    finish();
  }
}
