#!/usr/bin/env bash
# Work and span by the clock, against their closed forms: knary(h, d, s) of BP98 section 4, KR02's synthetic algorithm.
#
#     bench/work_span_accuracy.sh COMMAND [WORKERS…]
#
# COMMAND: build/jackdaw. Fails when one is off by more than LIMIT percent (5). REPEAT: calls (7), of which the least times
# count: what takes a processor away for some milliseconds adds to them, and makes another path the longest one. Each call
# runs the program four times, the last of which counts: a processor that has rested is slow for some milliseconds, just
# when the longest path begins. A unit of work is as long as in the serial program, which each call times, too; so T1 by
# the closed form is the serial program's time, and T∞ such a part of it as of the units. Meant for a machine that does
# nothing else, with no more workers (1 and 2) than processors.
set -euo pipefail
command=${1:?expected the path of the command, such as build/jackdaw}
shift
limit=${LIMIT:-5} repeat=${REPEAT:-7}
workers=("$@")
((${#workers[@]} > 0)) || workers=(1 2)

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# number NAME: the first value of that name in what the command said.
number() { sed -n "s/^ *\"$1\": \([-0-9.e+]*\),\{0,1\}$/\1/p" "$scratch/run.json" | head -n 1; }

# Which part of the units the longest path has:
synthetic_part() {  # K
  awk -v k="$1" 'BEGIN {
    for (i = -1; i < k; ++i) {
      span[i] = work[i] = 100
      if (i <= 0) { if (i == 0) all += 100; continue }
      work[i] = 160 + work[i - 2] + work[i - 1]
      all += work[i]
      first = 10 + span[i - 2]
      second = 60 + span[i - 1]
      span[i] = first > second ? first : second
      if (span[i] < 160) span[i] = 160
    }
    print span[k - 1] / all
  }'
}
knary_part() {  # H D S
  awk -v h="$1" -v d="$2" -v s="$3" 'BEGIN {
    step = s < d ? s + 1 : s
    for (i = 0; i <= h; ++i) { nodes = nodes * d + 1; path = path * step + 1 }
    print path / nodes
  }'
}

status=0
printf '%-28s %-10s %7s %11s %11s %7s %11s %11s %7s\n' program face workers T1 'closed form' off T∞ 'closed form' off

# check NAME FACE PART OPTION…
check() {
  local name=$1 face=$2 part=$3
  shift 3
  for count in "${workers[@]}"; do
    for ((i = 0; i < repeat; ++i)); do
      "$command" run "$@" --workers "$count" --serial --repeat 4 --json --schedule "$scratch/run.svg" >"$scratch/run.json"
      echo "$(number work_nanoseconds) $(number span_nanoseconds) $(number serial_seconds)"
    done >"$scratch/all"
    awk -v name="$name" -v face="$face" -v workers="$count" -v part="$part" -v limit="$limit" '
      NR == 1 || $1 < work { work = $1 }
      NR == 1 || $2 < span { span = $2 }
      NR == 1 || $3 < serial { serial = $3 }
      END {
        closed = serial * 1e9
        off_work = 100 * (work / closed - 1)
        off_span = 100 * (span / (closed * part) - 1)
        printf "%-28s %-10s %7d %8.2f ms %8.2f ms %5.1f %% %8.2f ms %8.2f ms %5.1f %%\n", name, face, workers, \
          work / 1e6, closed / 1e6, off_work, span / 1e6, closed * part / 1e6, off_span
        exit (off_work > limit || off_work < -limit || off_span > limit || off_span < -limit)
      }' "$scratch/all" || status=1
  done
}

# Few long tasks: the path is milliseconds long, and what the recorder takes is nothing.
check 'synthetic k=8 f=10000' pool "$(synthetic_part 8)" synthetic --k 8 --f 10000
for shape in '3 4 1' '4 3 0' '3 5 2'; do
  read -r h d s <<<"$shape"
  for face in pool fork_join; do
    check "knary($h, $d, $s), 10^6 units" "$face" "$(knary_part "$h" "$d" "$s")" \
      knary --height "$h" --degree "$d" --serial-children "$s" --units 1000000 --face "$face"
  done
done
exit $status
