#!/usr/bin/env bash
# How far `jackdaw replay` is off, for every application: recorded with one worker, predicted for two, measured with two.
#
#     bench/replay_accuracy.sh COMMAND [APPLICATION…]
#
# COMMAND: build/jackdaw. Fails when a prediction is off by more than LIMIT percent (10). REPEAT: runs to measure (9).
# Meant for a machine that does nothing else.
set -euo pipefail
command=${1:?expected the path of the command, such as build/jackdaw}
shift
limit=${LIMIT:-10} repeat=${REPEAT:-9}

declare -A input=(  # some hundred thousand tasks at most, and long enough to be measured
  [synthetic]='--k 20 --f 40' [quicksort]='--n 1e7' [radiosity]='' [labyrinth]='' [msort]='' [heat]='' [uts]=''
  [nqueens]='' [fib]='--n 32' [skynet]='' [knapsack]='' [mm]='' [lu]='' [ray]='' [sparse_cholesky]='' [grammar]=''
  [knary]='--height 8' [barnes]='' [cholesky]='' [nbody]='' [shallow_water]='--steps 20')
names=("$@")
((${#names[@]} > 0)) || mapfile -t names < <(printf '%s\n' "${!input[@]}" | sort)

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# number NAME FILE: the first value of that name.
number() { sed -n "s/^ *\"$1\": \([-0-9.e+]*\),\{0,1\}$/\1/p" "$2" | head -n 1; }

status=0
printf '%-16s %12s %12s %8s\n' application measured predicted 'off by'
for name in "${names[@]}"; do
  read -ra options <<<"${input[$name]-}"
  # The second run: those that are measured are warm, too, but for one of them.
  "$command" run "$name" "${options[@]}" --workers 1 --repeat 2 --events 50000000 --record "$scratch/run.jd" >"$scratch/log"
  "$command" run "$name" "${options[@]}" --workers 2 --repeat "$repeat" --json >"$scratch/measured.json"
  "$command" replay "$scratch/run.jd" --processors 2 --json >"$scratch/predicted.json" || { status=1; continue; }
  awk -v name="$name" -v limit="$limit" -v measured="$(number seconds "$scratch/measured.json")" \
      -v predicted="$(number seconds "$scratch/predicted.json")" 'BEGIN {
    off = 100 * (predicted / measured - 1)
    printf "%-16s %10.2f ms %10.2f ms %6.1f %%\n", name, 1e3 * measured, 1e3 * predicted, off
    exit (off > limit || off < -limit)
  }' || status=1
done
exit $status
