// Signals with which people end a program, held back while it has something to tidy up.
#pragma once

#include <csignal>

namespace jackdaw::apps {

/// The signals that end a process by default and are sent to end it: by a terminal, by `kill`, by a limit of time. Those
/// that this process ignores are not among them (`nohup`): a signal that is held and ignored would count as pending. Nor is
/// SIGPROF, which profilers use, nor those of a crash. Threads that call sigaction() meanwhile do no harm.
[[nodiscard]] inline sigset_t ending_signals() noexcept {
  sigset_t all;
  sigemptyset(&all);
  for (const int each : {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGALRM, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU}) {
    struct sigaction now{};
    if (sigaction(each, nullptr, &now) == 0 && now.sa_handler != SIG_IGN) sigaddset(&all, each);
  }
  return all;
}

/// Whether one of them has come to this thread or its process, and waits because it is held.
[[nodiscard]] inline bool is_interrupted() noexcept {
  const sigset_t ending = ending_signals();
  sigset_t pending, both;
  return sigpending(&pending) == 0 && sigandset(&both, &pending, &ending) == 0 && sigisemptyset(&both) == 0;
}

}  // namespace jackdaw::apps
