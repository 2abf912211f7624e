#!/usr/bin/env bash
# A sweep as an array job of a real Slurm: the same samples as of a sweep on this machine, also after a task was killed, the
# node's daemon was restarted, and the sweep was interrupted.
source "$(dirname "$0")/../harness/support.sh"

# All samples of a merged folder.
merged() {
  cat "$1"/machines/*/results.jsonl >"$1/results.jsonl"
  samples "$1"
}

# until_there_are ROWS FOLDER: of all its chunks together.
until_there_are() {
  local i
  for ((i = 0; i < 600; ++i)); do
    (($(cat "$2"/chunks/*/*/results.jsonl 2>/dev/null | wc -l) >= $1)) && return
    sleep 0.05
  done
  fail "no $1 samples were taken in $2: $(tail -n 3 "$2"/logs/* 2>/dev/null)"
}

expect 0 "$tool" sweep --profile calm.profile --output local

expect 0 "$tool" sweep --profile calm.profile --slurm --dry-run
says "2 chunks"
expect 0 "$tool" sweep --profile calm.profile --slurm --partition lab --constraint here --nodes 1 --output whole
says "submitted 2 tasks"
diff <(samples local) <(merged whole) || fail "the samples are not those of a sweep on this machine"
[[ -s $(echo whole/machines/*/summary.md) ]] || fail "there is no summary"
expect 0 "$tool" compare --force --least-change 10 local "$(echo whole/machines/*)"

# A task that is killed in its middle, and the daemon with it.
expect 0 "$tool" sweep --profile calm.profile --slurm --detach --output killed
says "--attach"
until_there_are 3 killed
"$SLURM_NODE_DAEMON" stop
pkill -9 -f "of '?$PWD/killed'?" || fail "no task was running"
"$SLURM_NODE_DAEMON" start
code=0
output=$("$tool" sweep --attach killed 2>&1) || code=$?
if ((code != 0)); then  # Slurm has not requeued it, but called it failed
  says "are not done; go on with: cqs-bench sweep --resume"
  expect 0 "$tool" sweep --resume killed
fi
diff <(samples local) <(merged killed) || fail "after a task was killed, the samples are not all there, or there twice"

# Ctrl-C.
"$tool" sweep --profile calm.profile --slurm --output stopped >stopped.log 2>&1 &
sweep=$!
until_there_are 2 stopped
kill -INT $sweep
code=0
wait $sweep || code=$?
[[ $code == 130 ]] || fail "it exited with $code: $(cat stopped.log)"
[[ -z $(squeue --noheader) ]] || fail "the job was not cancelled: $(squeue)"
ls stopped/machines/*/results.jsonl >/dev/null || fail "what there was is not merged"
expect 0 "$tool" sweep --resume stopped
diff <(samples local) <(merged stopped) || fail "after an interruption, the samples are not all there, or there twice"
expect 0 "$tool" sweep --resume stopped
[[ $output != *submitted* ]] || fail "nothing was left to do, and yet: $output"

# Bad input.
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
printf '\xf3\x00' | dd of=other bs=1 seek=18 conv=notrunc status=none  # of another processor
expect 1 "$tool" sweep --profile calm.profile --slurm --tool-command "echo $PWD/other" --output foreign
says "it is of another architecture"

# A shared disk that is full: what was there stays, and it goes on when there is room.
if mkdir -p disk && mount -t tmpfs -o size=200k tmpfs disk 2>/dev/null; then
  trap 'umount disk; rm -rf "$work"' EXIT
  expect 0 "$tool" sweep --profile calm.profile --slurm --detach --output disk/full
  until_there_are 2 disk/full
  head -c 1M /dev/zero >disk/filler 2>/dev/null || true
  code=0
  output=$("$tool" sweep --attach disk/full 2>&1) || code=$?
  ((code != 0)) || fail "a full disk went unnoticed: $output"
  rm disk/filler
  expect 0 "$tool" sweep --resume disk/full
  diff <(samples local) <(merged disk/full) || fail "after a full disk, the samples are not all there, or there twice"
fi
