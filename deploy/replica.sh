#!/usr/bin/env bash
# A streaming replica of postgres-primary: copies it once, then follows it.
set -euo pipefail
data=/var/lib/postgresql/18/docker
if [ ! -d "$data" ]; then
  # Under another name until it is whole: a copy that was cut off must not be taken for a database.
  until rm -rf "$data.copy" && mkdir -p "${data%/*}" &&
    pg_basebackup --host postgres-primary --username camino --pgdata "$data.copy" --wal-method stream --write-recovery-conf; do
    echo 'the primary is not ready; trying again in 2 s'
    sleep 2
  done
  chmod 700 "$data.copy"
  mv "$data.copy" "$data"
fi
exec postgres -D "$data"
