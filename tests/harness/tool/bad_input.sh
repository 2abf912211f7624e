#!/usr/bin/env bash
# Errors in the input, and the messages for them.
source "$(dirname "$0")/support.sh"

expect 2 "$tool" swep
says "did you mean 'sweep'?"
expect 2 "$tool"
expect 0 "$tool" --help
expect 0 "$tool" sweep --help

sweep=("$tool" sweep --profile good.profile --output out)
expect 2 "${sweep[@]}" --experiment god
says "did you mean 'good'?"
expect 2 "${sweep[@]}" --impl std.thin
says "did you mean 'std.thing'?"
expect 2 "${sweep[@]}" --threads 0
says "from 1 to"
expect 2 "${sweep[@]}" --threads 1000000
says "from 1 to"
expect 2 "${sweep[@]}" --threads many
says "number"
expect 2 "${sweep[@]}" --placement compct
says "did you mean 'compact'?"
expect 2 "${sweep[@]}" --placement 0,4000
says "CPU 4000"
says "offline"
expect 2 "${sweep[@]}" --placement 3-1
says "backwards"
expect 2 "${sweep[@]}" --processes 0
expect 2 "${sweep[@]}" --resume out
expect 2 "$tool" sweep --profile qick
says "did you mean 'quick'?"
expect 2 "$tool" sweep --resume nowhere
says "machine.json"
[[ ! -e out ]] || fail "a refused sweep has left results"

sed 's/size/sizes/' good.profile >typo.profile
expect 2 "$tool" sweep --profile typo.profile
says "line 5"
says "'sizes'"
says "did you mean 'size'?"
printf '[goood]\nsize = 1\n' >typo.profile
expect 2 "$tool" sweep --profile typo.profile
says "line 1"
says "did you mean 'good'?"
printf '[good]\nsize = 1, one\nthreads = 1\n' >typo.profile
expect 2 "$tool" sweep --profile typo.profile
says "line 2"
printf '[good]\nsize = 1\n' >typo.profile
expect 2 "$tool" sweep --profile typo.profile
says "lacks the key 'threads'"
printf 'processes = 0\n[good]\nsize = 1\nthreads = 1\n' >typo.profile
expect 2 "$tool" sweep --profile typo.profile
says "line 1"

expect 2 "$tool" run --cell good/impl:cqs.thing/size:1
expect 2 "$tool" run --cell good/impl:cqs.thng/size:1/threads:1
says "did you mean 'cqs.thing'?"
expect 2 "$tool" run --cell good/impl:cqs.thing/sise:1/threads:1
says "has the parameters size"
expect 2 "$tool" run --profile good.profile --benchmark_filter=nothing
says "no cell has a name"
expect 2 "$tool" run --profile good.profile --benchmark_filtre=x
says "unknown argument"
expect 2 "$tool" run --cell good/impl:cqs.thing/size:1/threads:1 --placement 4000
says "CPU 4000"
expect 2 "$tool" compare nowhere out
says "machine.json"
expect 2 "$tool" topology --synthetic nonsense
says "hwloc's notation"
