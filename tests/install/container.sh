#!/usr/bin/env bash
# The recipe of the container builds, where there is a builder.
set -euo pipefail
cd "$1"
for builder in docker podman; do
  if command -v "$builder" >/dev/null && "$builder" info >/dev/null 2>&1; then
    "$builder" build --tag cqs-test .
    "$builder" run --rm cqs-test --dry-run
    "$builder" image rm cqs-test >/dev/null
    exit 0
  fi
done
echo "skipped: there is no docker or podman that can build a container"
