#!/usr/bin/env bash
# How far `jackdaw replay` is off, for every application: recorded with one worker, predicted for two, measured with two.
#
#     bench/replay_accuracy.sh COMMAND [APPLICATION…]
#
# COMMAND: build/jackdaw. Each application is recorded and measured by turns, ROUNDS times (5), as a machine's speed
# changes from minute to minute; shown are medians, that of the measured time over the predicted one, and between which
# values that lies. Fails when one is off by more than LIMIT percent (10). REPEAT: runs to measure in each round (5).
# Meant for a machine that does nothing else.
set -euo pipefail
command=${1:?expected the path of the command, such as build/jackdaw}
shift
limit=${LIMIT:-10} repeat=${REPEAT:-5} rounds=${ROUNDS:-5}

declare -A input=(  # some hundred thousand tasks at most, and long enough to be measured
  [synthetic]='--k 20 --f 40' [quicksort]='--n 1e7' [radiosity]='' [labyrinth]='' [msort]='' [heat]='' [uts]=''
  [nqueens]='' [fib]='--n 32' [skynet]='' [knapsack]='' [mm]='--n 2048' [lu]='--n 2048' [ray]=''
  [sparse_cholesky]='' [grammar]='--unit 20000' [knary]='--height 9' [barnes]='' [cholesky]='--n 3072' [nbody]=''
  [shallow_water]='--steps 60')
names=("$@")
((${#names[@]} > 0)) || mapfile -t names < <(printf '%s\n' "${!input[@]}" | sort)

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# number NAME FILE: the first value of that name.
number() { sed -n "s/^ *\"$1\": \([-0-9.e+]*\),\{0,1\}$/\1/p" "$2" | head -n 1; }

# one_round NAME: measured and predicted seconds in a line.
one_round() {
  local options
  read -ra options <<<"${input[$1]-}"
  # The second run: those that are measured are warm, too, but for one of them.
  "$command" run "$1" "${options[@]}" --workers 1 --repeat 2 --events 50000000 --record "$scratch/run.jd" >"$scratch/log"
  "$command" run "$1" "${options[@]}" --workers 2 --repeat "$repeat" --json >"$scratch/measured.json"
  "$command" replay "$scratch/run.jd" --processors 2 --json >"$scratch/predicted.json"
  echo "$(number seconds "$scratch/measured.json") $(number seconds "$scratch/predicted.json")"
}

status=0
printf '%-16s %12s %12s %8s   %s\n' application measured predicted 'off by' 'from … to'
for name in "${names[@]}"; do
  for ((round = 0; round < rounds; ++round)); do one_round "$name"; done >"$scratch/rounds" || { status=1; continue; }
  awk -v name="$name" -v limit="$limit" '
    function median(values, n,    i, j, kept) {
      for (i = 2; i <= n; ++i)
        for (j = i; j > 1 && values[j - 1] > values[j]; --j) { kept = values[j]; values[j] = values[j - 1]; values[j - 1] = kept }
      return n % 2 ? values[(n + 1) / 2] : (values[n / 2] + values[n / 2 + 1]) / 2
    }
    { measured[NR] = $1; predicted[NR] = $2; off[NR] = 100 * ($2 / $1 - 1) }
    END {
      middle = median(off, NR)
      printf "%-16s %9.2f ms %9.2f ms %6.1f %%   %.1f … %.1f\n", name, 1e3 * median(measured, NR), 1e3 * median(predicted, NR), middle, off[1], off[NR]
      exit (middle > limit || middle < -limit)
    }' "$scratch/rounds" || status=1
done
exit $status
