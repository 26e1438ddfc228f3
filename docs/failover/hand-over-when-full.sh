#!/bin/sh
# Hands the primary over to a standby before the disk of its data is full: PostgreSQL would go on with
# errors, and Patroni would not notice. Runs until it is stopped, on each database server.
#
#   hand-over-when-full.sh DATA_FOLDER MIN_FREE_MB PATRONI_URL NODE_NAME
set -u
folder=$1 least=$2 patroni=$3 name=$4

while sleep 5; do
  free=$(df --output=avail --block-size=1M "$folder" | tail -n 1)
  if [ "$free" -lt "$least" ] && curl --silent --fail --output /dev/null --max-time 3 "$patroni/primary"; then
    echo "$free MB are free, less than $least: handing over"
    curl --silent --show-error --max-time 60 --data "{\"leader\": \"$name\"}" "$patroni/switchover"
    echo
  fi
done
