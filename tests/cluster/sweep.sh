#!/usr/bin/env bash
# A sweep as an array job of a real Slurm: the samples are those of a local sweep, even if a task is killed,
# the node's daemon restarts, or the sweep is interrupted.
source "$(dirname "$0")/../harness/tool/support.sh"

# Prints all samples of a merged folder.
merged() {
  cat "$1"/machines/*/results.jsonl >"$1/results.jsonl"
  samples "$1"
}

# until_there_are ROWS FOLDER: waits until all chunks together have this number of rows.
until_there_are() {
  local i
  for ((i = 0; i < 600; ++i)); do
    (($(cat "$2"/chunks/*/*/results.jsonl 2>/dev/null | wc -l) >= $1)) && return
    sleep 0.05
  done
  fail "$2 has fewer than $1 samples: $(tail -n 3 "$2"/logs/* 2>/dev/null)"
}

expect 0 "$tool" sweep --profile calm.profile --output local

expect 0 "$tool" sweep --profile calm.profile --slurm --dry-run
says "2 chunks"
expect 0 "$tool" sweep --profile calm.profile --slurm --partition lab --constraint here --nodes 1 --output whole
says "submitted 2 tasks"
diff <(samples local) <(merged whole) || fail "the samples differ from those of a local sweep"
[[ -s $(echo whole/machines/*/summary.md) ]] || fail "the summary is missing"
expect 0 "$tool" compare --force --least-change 10 local "$(echo whole/machines/*)"

# A skipped implementation has no cell in the grid. Every chunk reports it, and the merged results contain it
# once.
expect 0 "$tool" sweep --profile good.profile --output local-skipped
says "1 skipped"
expect 0 "$tool" sweep --profile good.profile --slurm --output skipped
says "submitted 2 tasks"
says "1 skipped"
diff <(samples local-skipped) <(merged skipped) || fail "the samples differ from those of a local sweep"
planned=$(sed -nE 's/.*"samples": ([0-9]+).*/\1/p' skipped/machines/*/machine.json)
((planned == $(samples skipped | wc -l))) || fail "machine.json plans $planned samples, which is wrong"
expect 0 "$tool" sweep --profile good.profile --impl other.thing --slurm --output skipped-alone
says "submitted 1 tasks"
says "1 skipped"

# A task and the daemon are killed in the middle.
expect 0 "$tool" sweep --profile calm.profile --slurm --detach --output killed
says "--attach"
until_there_are 3 killed
"$SLURM_NODE_DAEMON" stop
pkill -9 -f "of '?$PWD/killed'?" || fail "no task was running"
"$SLURM_NODE_DAEMON" start
code=0
output=$("$tool" sweep --attach killed 2>&1) || code=$?
if ((code != 0)); then  # Slurm marked the task as failed instead of requeueing it
  says "are not done; go on with: cqs-bench sweep --resume"
  expect 0 "$tool" sweep --resume killed
fi
diff <(samples local) <(merged killed) || fail "after a task was killed, samples are missing or duplicated"

# An interrupt by Ctrl-C.
"$tool" sweep --profile calm.profile --slurm --output stopped >stopped.log 2>&1 &
sweep=$!
until_there_are 2 stopped
kill -INT $sweep
code=0
wait $sweep || code=$?
[[ $code == 130 ]] || fail "the sweep exited with $code instead of 130: $(cat stopped.log)"
[[ -z $(squeue --noheader) ]] || fail "the job was not cancelled: $(squeue)"
ls stopped/machines/*/results.jsonl >/dev/null || fail "the finished samples were not merged"
expect 0 "$tool" sweep --resume stopped
diff <(samples local) <(merged stopped) || fail "after an interruption, samples are missing or duplicated"
expect 0 "$tool" sweep --resume stopped
[[ $output != *submitted* ]] || fail "a finished sweep submitted tasks: $output"

# Invalid input.
expect 2 "$tool" sweep --profile calm.profile --slurm --partition nowhere --output bad
says "nowhere"
expect 2 "$tool" sweep --profile calm.profile --slurm --constraint nothing --output bad2
says "does not take the job"
expect 2 "$tool" sweep --profile calm.profile --slurm --output whole
says "--resume"
expect 2 "$tool" sweep --attach local
says "was begun with --slurm"
expect 2 env PATH=/nowhere "$tool" sweep --profile calm.profile --slurm --output bad3
says "there is no sbatch"

# A node that cannot run the tool.
expect 1 "$tool" sweep --profile calm.profile --slurm --tool-command 'echo /nowhere/cqs-bench' --output without
says "scripts/setup"
cp "$(type -P true)" other
printf '\xf3\x00' | dd of=other bs=1 seek=18 conv=notrunc status=none  # an executable for another processor
expect 1 "$tool" sweep --profile calm.profile --slurm --tool-command "echo $PWD/other" --output foreign
says "it is of another architecture"

# The shared disk is full: existing samples remain, and the sweep continues when there is space.
if mkdir -p disk && mount -t tmpfs -o size=200k tmpfs disk 2>/dev/null; then
  trap 'umount disk; rm -rf "$work"' EXIT
  expect 0 "$tool" sweep --profile calm.profile --slurm --detach --output disk/full
  until_there_are 2 disk/full
  head -c 1M /dev/zero >disk/filler 2>/dev/null || true
  code=0
  output=$("$tool" sweep --attach disk/full 2>&1) || code=$?
  ((code != 0)) || fail "the sweep ignored a full disk: $output"
  rm disk/filler
  expect 0 "$tool" sweep --resume disk/full
  diff <(samples local) <(merged disk/full) || fail "after a full disk, samples are missing or duplicated"
fi
