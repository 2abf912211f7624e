#!/usr/bin/env bash
# The table for other programs: one line a sample. The snippets of docs/experiments.md run on it where their tools are installed.
docs=$(dirname "$(readlink -f "$0")")/../../../docs/experiments.md
source "$(dirname "$0")/support.sh"

expect 0 "$tool" sweep --profile good.profile --output out
expect 2 "$tool" export out
says "--csv"
expect 2 "$tool" export nowhere --csv results.csv
says "machine.json"
expect 2 "$tool" export out --csv no/such/folder.csv
says "cannot be written"
expect 0 "$tool" export out --csv results.csv
(($(wc -l <results.csv) == $(wc -l <out/results.jsonl) + 1)) || fail "not one line a sample"
head -n 1 results.csv | grep -q '^cell,experiment,impl,threads,size,origin,' || fail "other columns: $(head -n 1 results.csv)"
grep -q '^good/impl:cqs.thing/size:2/threads:1,good,cqs.thing,1,2,test,never,true,compact,' results.csv || fail "no sample"
expect 0 "$tool" export out --csv -
[[ $output == "$(cat results.csv)" ]] || fail "the standard output differs"

# Values with commas and quotes stay whole.
sed -i 's/it lacks a leg/it lacks \\"a leg\\", and more/' out/results.jsonl
expect 0 "$tool" export out --csv results.csv
python3 - <<'PYTHON' || fail "Python reads another table"
import csv
rows = list(csv.DictReader(open("results.csv")))
ok = [r for r in rows if r["status"] == "ok"]
assert len(ok) == 24, len(ok)
assert all(float(r["ns_per_op"]) > 100 and r["disturbed"] == "" for r in ok)
assert [r["reason"] for r in rows if r["status"] == "skipped"] == ['it lacks "a leg", and more'], rows
PYTHON

# snippet LANGUAGE: the block of that language in the documentation.
snippet() {
  sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$docs" | sed '1d;$d'
}
[[ -n $(snippet python) && -n $(snippet r) ]] || fail "the documentation has no snippet"
# Debian's Python: its package brings pandas.
if /usr/bin/python3 -c 'import pandas' 2>/dev/null; then
  snippet python >snippet.py
  expect 0 /usr/bin/python3 snippet.py
  says "cqs.thing"
else
  echo "skipped: the snippet for pandas, since pandas is not installed"
fi
if command -v Rscript >/dev/null; then
  snippet r >snippet.r
  expect 0 Rscript snippet.r
  says "cqs.thing"
else
  echo "skipped: the snippet for R, since R is not installed"
fi
