#!/usr/bin/env bash
# The experiment `applications`, with fake programs in place of the real ones: what they are asked, on which lock, and how
# each failure is told. Then each real program that is installed, briefly.
source "$(dirname "$0")/../harness/tool/support.sh"
mkdir fake scratch
export TMPDIR=$work/scratch

# fake NAME: the script at stdin is this program. It has no PATH.
fake() {
  { echo '#!/bin/bash' && cat; } >"fake/$1"
  chmod +x "fake/$1"
}

# sample CODE LOCK PROGRAM [PLACEMENT]: takes a sample of two threads with the fake programs.
sample() {
  expect "$1" env "PATH=$work/fake" "$tool" sample --cell "applications/impl:$2/program:$3/threads:2" \
    --placement "${4:-none}" --ms 10 --seed 7
}

# measure NAME: of the last sample.
measure() {
  [[ $output =~ \"$1\":([0-9.e+-]+) ]] || fail "there is no $1 in: $output"
  printf '%.0f\n' "${BASH_REMATCH[1]}"
}

# A program that is missing.
while read -r program file package; do
  sample 0 glibc "$program"
  says "\"skipped\":\"$file is missing: install $package\""
done <<'PROGRAMS'
kccachetest kccachetest kyotocabinet-utils
kctreetest kctreetest kyotocabinet-utils
pbzip2 pbzip2 pbzip2
sysbench_mutex sysbench sysbench
sysbench_threads sysbench sysbench
PROGRAMS
expect 2 "$tool" sample --cell applications/impl:glibc/program:kccachtest/threads:2 --placement none --ms 10
says "there is no program 'kccachtest': did you mean 'kccachetest'?"

# A profile names programs, and only those that exist.
printf '[applications]\nprogram = pbzip, kccachetest\n' >typo.profile
expect 2 "$tool" sweep --profile typo.profile --dry-run
says "there is no program 'pbzip': did you mean 'pbzip2'?"

# The last time that a program tells is its result, however it writes it. The work depends on the length of the sample.
operations=10000
fake kccachetest <<'PROGRAM'
echo "$*" >"$TMPDIR/arguments"
printf 'time: 9.5\n...\ncount: 7\ntime: 2.000\nok\n'
PROGRAM
sample 0 glibc kccachetest
says '"failure":""'
[[ $(measure ops) == "$operations" ]] || fail "there are not $operations operations: $output"
[[ $(measure ns_per_op) == $((2000000000 / operations)) ]] || fail "the time of an operation is wrong: $output"
[[ $(measure span_ns) == 2000000000 ]] || fail "the time is wrong: $output"
[[ $(<scratch/arguments) == "wicked -th 2 $((operations / 2))" ]] || fail "it was asked for $(<scratch/arguments)"

fake kctreetest <<'PROGRAM'
[[ $1 == wicked && $2 == -th && $3 == 2 && -d ${4%/*} && $KCRNDSEED == 7 ]] && printf 'x\ntime: 1.000\nok\n'
PROGRAM
sample 0 glibc kctreetest
[[ $(measure span_ns) == 1000000000 ]] || fail "the time of kctreetest is wrong: $output"

fake pbzip2 <<'PROGRAM'
while (($# > 1)); do [[ $1 == -p2 ]] && threads=2; shift; done
printf '\rCompleted: 100%%  \n     Wall Clock: 0.%s41078 seconds\n' $threads >&2
exec /usr/bin/cp "$1" "$TMPDIR/text"
PROGRAM
sample 0 glibc pbzip2
[[ $(measure span_ns) == 241078000 ]] || fail "the time of pbzip2 is wrong: $output"
[[ $(stat -c %s scratch/text) == $((100000 * $(measure ops))) ]] || fail "the text has another length: $(stat scratch/text)"
compressed=$(gzip -c scratch/text | wc -c)
((compressed * 10 > $(stat -c %s scratch/text) && compressed * 2 < $(stat -c %s scratch/text))) ||
  fail "the text is not like a book: gzip makes $compressed bytes of it"

fake sysbench <<'PROGRAM'
echo "$*" >"$TMPDIR/arguments"
printf 'General statistics:\n    total time:                          0.5000s\n    total number of events:  2\n'
PROGRAM
for test in mutex threads; do
  sample 0 glibc sysbench_$test
  [[ $(measure span_ns) == 500000000 ]] || fail "the time of sysbench is wrong: $output"
  [[ $(<scratch/arguments) == "$test --threads=2 "*" run" ]] || fail "sysbench was asked for $(<scratch/arguments)"
done

# Failures, with the last words. Not all words are UTF-8.
fake kccachetest <<<$'printf "no \xff memory\\n" >&2; exit 3'
sample 1 glibc kccachetest
says 'kccachetest exited with 3: no '
says ' memory"'
fake kccachetest <<<'echo "DB::open: 5: no permission"; exit 1'
sample 1 glibc kccachetest
says 'kccachetest exited with 1: DB::open: 5: no permission"'
fake kccachetest <<<'echo "bad luck" >&2; kill -SEGV $$'
sample 1 glibc kccachetest
says 'kccachetest was ended by signal 11 (Segmentation fault): bad luck"'
fake kccachetest <<<'printf "\ntime: soon\n"'
sample 1 glibc kccachetest
says "kccachetest does not tell its time after 'time:'"
fake kccachetest <<<'true'
sample 1 glibc kccachetest
says "kccachetest does not tell its time after 'time:'"
fake kccachetest <<<'printf "\ntime: 0.000\n"'
sample 1 glibc kccachetest
says 'kccachetest tells a time of 0: lengthen the sample'

# The watchdog ends the program, and the next sample removes what was left behind.
fake kctreetest <<'PROGRAM'
echo $$ >"$TMPDIR/pid"
: >"$4"
exec /usr/bin/sleep 600
PROGRAM
cat >slow.profile <<'PROFILE'
processes = 1
sample_ms = 10
timeout_s = 1
repeats = 0
[applications]
program = kctreetest
threads = 2
implementations = glibc
PROFILE
expect 0 env "PATH=$work/fake" "$tool" sweep --profile slow.profile --output slow
grep -q '"status":"timeout"' slow/results.jsonl || fail "there is no timeout: $(cat slow/results.jsonl)"
for _ in {1..100}; do
  [[ -e /proc/$(<scratch/pid) ]] || break
  sleep 0.05
done
[[ ! -e /proc/$(<scratch/pid) ]] || fail "the program outlives its sample"
compgen -G 'scratch/cqs-applications-*' >/dev/null || fail "the program was given no folder"
sample 1 glibc kccachetest
! compgen -G 'scratch/cqs-applications-*' >/dev/null || fail "a folder is left behind: $(ls scratch)"

# Each lock is the one that it says, and a cell's processors are those of its program.
interposer=$(dirname "$tool")/cqs-run
if [[ -x $interposer ]]; then
  fake kccachetest <<'PROGRAM'
echo "${LD_PRELOAD##*/} $CQS_INTERPOSE_RWLOCK" >"$TMPDIR/lock"
while read -r key value; do [[ $key == Cpus_allowed_list: ]] && echo "$value" >"$TMPDIR/cpus"; done </proc/self/status
printf '\ntime: 1\n'
PROGRAM
  while read -r lock library rwlock; do
    sample 0 "$lock" kccachetest
    says '"failure":""'
    [[ $(<scratch/lock) == "$library ${rwlock:-glibc}" ]] || fail "$lock was $(<scratch/lock) instead of $library"
  done <<'LOCKS'
glibc.interposed libcqs-interpose-glibc.so
cqs.mutex libcqs-interpose-cqs.so
cqs.all libcqs-interpose-cqs.so cqs
cqs.mutex.bounded_overtaking libcqs-interpose-cqs.bounded_overtaking.so
cqs.mutex.parking_at_once libcqs-interpose-cqs.parking_at_once.so
aqs.mutex.fair libcqs-interpose-aqs.fair.so
aqs.mutex.unfair libcqs-interpose-aqs.unfair.so
park.k42 libcqs-interpose-park.k42.so
spin.k42 libcqs-interpose-spin.k42.so
spin.ticket libcqs-interpose-spin.ticket.so
LOCKS
  sample 0 glibc kccachetest 0
  [[ $(<scratch/lock) == ' '* && $(<scratch/cpus) == 0 ]] || fail "not on processor 0 alone: $(<scratch/cpus)"
fi

# The real ones.
for program in kccachetest kctreetest leveldb pbzip2 sysbench_mutex sysbench_threads; do
  ms=20
  [[ $program != sysbench_threads ]] || ms=2  # beside other tests, each yield takes long
  for lock in glibc cqs.mutex; do
    expect 0 "$tool" sample --cell applications/impl:$lock/program:$program/threads:2 --ms $ms
    [[ $output == *' is missing: '* ]] || (($(measure ns_per_op) > 0)) || fail "$program: $output"
  done
done
! compgen -G 'scratch/cqs-applications-*' >/dev/null || fail "a folder is left behind: $(ls scratch)"
