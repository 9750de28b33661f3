#!/usr/bin/env bash
# How far `jackdaw replay` is off, for every application: recorded with one worker, predicted for two, measured with two.
#
#     bench/replay_accuracy.sh COMMAND [APPLICATION…]
#
# COMMAND: build/jackdaw. Each application is recorded and measured by turns, ROUNDS times (5), as a machine's speed
# changes from minute to minute; shown are medians, that of the measured time over the predicted one, and between which
# values that lies. Fails when one is off by more than LIMIT percent (10). REPEAT: runs to measure in each round (5).
# A virtual machine may move its processors: now they share a cache, now they do not. So in each round it is measured
# three times how long a word goes from one to the other; a round in which that has changed is done again, up to three
# times, and those in which it took more than NEAR nanoseconds (60) have a row of their own, "far".
# Meant for a machine that does nothing else.
set -euo pipefail
command=${1:?expected the path of the command, such as build/jackdaw}
shift
limit=${LIMIT:-10} repeat=${REPEAT:-5} rounds=${ROUNDS:-5} near=${NEAR:-60}

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

# distance FILE: near or far, by the costs of a replay.
distance() { awk -v took="$(number transfer "$1")" -v near="$near" 'BEGIN { print (took > near ? "far" : "near") }'; }
distance_now() {
  "$command" replay "$scratch/small.jd" --measure --processors 1 --json >"$scratch/small.json"
  distance "$scratch/small.json"
}

# one_round NAME: how far the processors are from each other, measured and predicted seconds in a line.
one_round() {
  local options before after where=moved
  read -ra options <<<"${input[$1]-}"
  for _ in 1 2 3; do
    # The second run: those that are measured are warm, too, but for one of them.
    "$command" run "$1" "${options[@]}" --workers 1 --repeat 2 --events 50000000 --record "$scratch/run.jd" >"$scratch/log"
    before=$(distance_now)
    "$command" run "$1" "${options[@]}" --workers 2 --repeat "$repeat" --json >"$scratch/measured.json"
    after=$(distance_now)
    "$command" replay "$scratch/run.jd" --processors 2 --json >"$scratch/predicted.json"
    if [[ $before == "$after" && $before == "$(distance "$scratch/predicted.json")" ]]; then
      where=$before
      break
    fi
  done
  echo "$where $(number seconds "$scratch/measured.json") $(number seconds "$scratch/predicted.json")"
}

"$command" run fib --n 10 --workers 1 --record "$scratch/small.jd" >"$scratch/log"
status=0
printf '%-16s %6s %6s %12s %12s %8s   %s\n' application caches rounds measured predicted 'off by' 'from … to'
for name in "${names[@]}"; do
  for ((round = 0; round < rounds; ++round)); do one_round "$name"; done >"$scratch/rounds" || { status=1; continue; }
  awk -v name="$name" -v limit="$limit" '
    function median(values, n,    i, j, kept) {
      for (i = 2; i <= n; ++i)
        for (j = i; j > 1 && values[j - 1] > values[j]; --j) { kept = values[j]; values[j] = values[j - 1]; values[j - 1] = kept }
      return n % 2 ? values[(n + 1) / 2] : (values[n / 2] + values[n / 2 + 1]) / 2
    }
    function row(where,    i, n, measured, predicted, off, middle) {
      for (i = 1; i <= NR; ++i)
        if (place[i] == where) { measured[++n] = took[i]; predicted[n] = foreseen[i]; off[n] = 100 * (foreseen[i] / took[i] - 1) }
      if (n == 0) return
      middle = median(off, n)
      printf "%-16s %6s %6d %9.2f ms %9.2f ms %6.1f %%   %.1f … %.1f\n", name, where, n, 1e3 * median(measured, n), 1e3 * median(predicted, n), middle, off[1], off[n]
      if (middle > limit || middle < -limit) failed = 1
    }
    { place[NR] = $1; took[NR] = $2; foreseen[NR] = $3 }
    END { row("near"); row("far"); row("moved"); exit failed }' "$scratch/rounds" || status=1
done
exit $status
