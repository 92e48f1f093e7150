#!/usr/bin/env bash
# Certify as an array of Slurm jobs: `sbatch harness/deploy/slurm.sh`, then merge when all are done:
#   sbatch --dependency=afterok:JOBID --wrap 'headjudge merge parts/*.json --report json=report.json'
#SBATCH --job-name=headjudge
#SBATCH --array=1-16
#SBATCH --cpus-per-task=2
#SBATCH --time=00:30:00
#SBATCH --requeue
# Let the run end in good order a minute before its time is up; after a requeue its journal goes on.
#SBATCH --signal=B:TERM@60
set -euo pipefail
mkdir -p parts
k=$SLURM_ARRAY_TASK_ID n=${SLURM_ARRAY_TASK_COUNT:-16}
headjudge certify --quiet --jobs "${SLURM_CPUS_PER_TASK:-2}" --engine "${ENGINE:?the command that starts the engine}" \
  --shard "$k/$n" --journal "parts/$k.journal" --resume --report "json=parts/$k.json" &
child=$!
trap 'kill -TERM "$child"' TERM
code=0
wait "$child" || code=$?
# Interrupted once more, it is still to be waited for.
[ "$code" -le 128 ] || { code=0; wait "$child" || code=$?; }
# Exit code 1 says that rulings fail; the verdict is given on the whole.
[ "$code" -le 1 ]
