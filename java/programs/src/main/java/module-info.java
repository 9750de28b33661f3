/** Programs that run on all pools, each with a serial reference. */
module jackdaw.programs {
  requires jackdaw;
  requires java.management;
  exports jackdaw.programs;
  exports jackdaw.programs.radiosity;
  exports jackdaw.programs.radiosity.scene;
  exports jackdaw.programs.uts;
}
