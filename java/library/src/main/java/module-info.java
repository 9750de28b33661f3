/** Task pools and a task scheduler for irregular parallel programs. */
module jackdaw {
  requires jdk.jfr;
  exports jackdaw;
  exports jackdaw.pools;
}
