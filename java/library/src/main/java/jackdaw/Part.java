package jackdaw;

/**
 * A part of a run that one worker executes: a first or a stolen task, and what was forked inside it and not stolen. That
 * lies from `base` on in the worker's deque. A worker that waits in a join may begin another part, above the outer one.
 */
final class Part {
  final Part outer;
  final long base;
  final Run<?> run;

  Part(Part outer, long base, Run<?> run) {
    this.outer = outer;
    this.base = base;
    this.run = run;
  }
}
