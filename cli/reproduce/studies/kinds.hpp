// The kinds of studies, each in a file of its own. `choice.pools` is filled.
#pragma once

#include "cli/reproduce/studies/studied.hpp"

namespace jackdaw::cli {

/// Table 2: T_s, T1, T∞, T_P of each application, and of its static version, where it has one.
[[nodiscard]] studied characteristics_of(const paper_study& study, const study_choice& choice,
                                         const environment& here, progress& shown);

/// Figure 1: speed-ups of static and work-stealing versions; 1, P_M and P_M + 1 workers always take part.
[[nodiscard]] studied speed_ups_of(const paper_study& study, const study_choice& choice,
                                   const environment& here, progress& shown);

/// Figure 3: where the workers' time goes with P_M and with 2 P_M of them; or with the first and the last chosen.
[[nodiscard]] studied breakdown_of(const paper_study& study, const study_choice& choice,
                                   const environment& here, progress& shown);

/// Figures 4 and 5: what `jackdaw model` measures, once in each round.
[[nodiscard]] studied bound_of(const paper_study& study, const study_choice& choice, const environment& here,
                               progress& shown);

/// T15: efficiency, speed-up over the serial program, and overhead of inputs. One worker always takes part.
[[nodiscard]] studied efficiency_of(const paper_study& study, const study_choice& choice,
                                    const environment& here, progress& shown);

/// T15 section 5.3: what a further dependency costs a task. With the last number of workers chosen; or with P_M.
[[nodiscard]] studied dependencies_of(const paper_study& study, const study_choice& choice,
                                      const environment& here, progress& shown);

/// KR02's tables 6 and 9: cache misses of the pools, simulated by valgrind. With the paper's numbers of workers.
[[nodiscard]] studied cache_misses_of(const paper_study& study, const study_choice& choice,
                                      const environment& here, progress& shown);

/// KR02's figure 8: the memory managers with each pool, and whether their times with one worker lie in two groups. With the
/// paper's numbers of workers.
[[nodiscard]] studied manager_groups_of(const paper_study& study, const study_choice& choice,
                                        const environment& here, progress& shown);

/// KR02's table 4: how many tasks inputs make. One run of each on each pool, with the first number of workers; there is
/// nothing that rounds would change.
[[nodiscard]] studied task_counts_of(const paper_study& study, const study_choice& choice,
                                     const environment& here, progress& shown);

/// Seconds of all workers together.
struct time_split {
  double tasks = 0;  ///< in tasks, without locks
  double steal = 0;  ///< what is left: they look for tasks, or wait for a processor meanwhile
  double locks = 0;
  double asleep = 0;
};

/// `all`: what the workers had; `recorded`: of that in tasks. The parts are all of it: where they were more, as a wait for a
/// lock in a put is in a task, too, that time counts as the wait.
[[nodiscard]] time_split split_of(double all, double recorded, double locks, double asleep);

}  // namespace jackdaw::cli
