#!/usr/bin/env bash
# Runs once when the primary's data directory is made: lets the replica in with the same password.
set -euo pipefail
psql --username "$POSTGRES_USER" --command "alter role $POSTGRES_USER with replication"
echo 'host replication all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
