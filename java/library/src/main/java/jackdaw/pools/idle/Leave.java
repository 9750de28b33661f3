package jackdaw.pools.idle;

import jackdaw.pools.store.Link;

/** Who finds nothing leaves (KR02: dq1). Only for pools in which no thread can get the tasks of another. */
public final class Leave implements IdlePolicy {
  @Override
  public void begin() {}

  @Override
  public void added(boolean wasEmpty) {}

  @Override
  public Link await(int tid) {
    return null;
  }
}
