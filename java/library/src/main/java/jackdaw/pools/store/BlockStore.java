package jackdaw.pools.store;

/**
 * A private array of tasks for each thread, before a store whose items are such arrays (KR02: dq8 and sdq1, with arrays of
 * four). A put that finds the array full moves it to the store; who takes one from there gets all its tasks.
 *
 * <p>The paper does not say when these pools wake. Here the put that moves an array wakes, and one into the private array
 * does not: section 8.2 explains their speed by fewer such operations. Initial tasks are public at once, each in an array
 * of its own.
 */
public final class BlockStore implements TaskStore {
  private static final class Block extends Link {
    final Link[] items;
    int count;

    Block(int size) {
      items = new Link[size];
    }
  }

  /** The array of one thread, in cache lines of its own. */
  private static final class Slot {
    Block block;
    long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15;
  }

  private final int size;
  private final TaskStore blocks;
  private final Slot[] slots;

  public BlockStore(int threads, int size, TaskStore blocks) {
    this.size = size;
    this.blocks = blocks;
    slots = new Slot[threads];
    for (int i = 0; i < threads; ++i) {
      slots[i] = new Slot();
      slots[i].block = new Block(size);
    }
  }

  @Override
  public void init(int tid, Link item) {
    final Block block = new Block(size);
    block.items[block.count++] = item;
    blocks.init(tid, block);
  }

  @Override
  public void put(int tid, Link item, Waking waking) {
    final Slot slot = slots[tid];
    Block block = slot.block;
    if (block.count == size) {
      blocks.put(tid, block, waking);
      block = new Block(size);
      slot.block = block;
    }
    block.items[block.count++] = item;
  }

  @Override
  public Link get(int tid) {
    final Slot slot = slots[tid];
    Block block = slot.block;
    if (block.count == 0) {
      final Link taken = blocks.get(tid);
      if (taken == null) return null;
      block = (Block) taken;
      slot.block = block;
    }
    final Link item = block.items[--block.count];
    block.items[block.count] = null;
    return item;
  }

  @Override
  public Object monitor() {
    return blocks.monitor();
  }
}
