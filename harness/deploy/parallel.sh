#!/usr/bin/env bash
# Certify in N parts with GNU parallel: `parallel.sh N FOLDER COMMAND-OF-THE-ENGINE [FILTER…]`.
# With more machines, give parallel their names: PARALLEL="--sshlogin host1,host2" parallel.sh …
# A part that was broken off goes on when the same command is given again.
set -euo pipefail
parts=$1 folder=$2 engine=$3
shift 3
export HEADJUDGE=${HEADJUDGE:-headjudge} ENGINE=$engine FOLDER=$folder PARTS=$parts
mkdir -p "$folder"

part() {
  local k=$1
  shift
  # Exit code 1 says that rulings fail; the verdict is given on the whole.
  "$HEADJUDGE" certify --quiet --jobs 1 --engine "$ENGINE" --shard "$k/$PARTS" --journal "$FOLDER/$k.journal" --resume \
    --report "json=$FOLDER/$k.json" "$@" || [ $? -eq 1 ]
}
export -f part

parallel --env part,HEADJUDGE,ENGINE,FOLDER,PARTS --halt now,fail=1 part {} "$@" ::: $(seq "$parts")
"$HEADJUDGE" merge $(seq -f "$folder/%g.json" "$parts") --report "json=$folder/report.json"
