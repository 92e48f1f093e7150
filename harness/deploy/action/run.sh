#!/usr/bin/env bash
# What the action does, with its inputs in the environment. Runs anywhere: ENGINE="./my-engine" bash run.sh
set -euo pipefail
report=${REPORT:-headjudge.json}
arguments=(--engine "$ENGINE" --report "json=$report")
if [ -n "${CASES:-}" ]; then arguments+=(--cases "$CASES"); fi
if [ -n "${SEED:-}" ]; then arguments+=(--seed "$SEED"); fi
if [ -n "${BASELINE:-}" ]; then arguments+=(--baseline "$BASELINE" --today "$(date -u +%F)"); fi
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then arguments+=(--report "markdown=$GITHUB_STEP_SUMMARY"); fi
read -ra filters <<<"${FILTERS:-}"

status=0
"${HEADJUDGE:-headjudge}" certify "${arguments[@]}" ${filters[@]+"${filters[@]}"} || status=$?
if [ -n "${GITHUB_OUTPUT:-}" ]; then printf 'status=%s\nreport=%s\n' "$status" "$report" >>"$GITHUB_OUTPUT"; fi
exit "$status"
