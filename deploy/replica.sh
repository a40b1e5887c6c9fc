#!/usr/bin/env bash
# A streaming replica of postgres-primary: copies it once, then follows it.
set -euo pipefail
data=/var/lib/postgresql/18/docker
if [ ! -s "$data/PG_VERSION" ]; then
  mkdir -p "$data"
  chmod 700 "$data"
  until pg_basebackup --host postgres-primary --username camino --pgdata "$data" --wal-method stream --write-recovery-conf; do
    echo 'the primary is not ready; trying again in 2 s'
    sleep 2
  done
fi
exec postgres -D "$data" -c hot_standby=on
