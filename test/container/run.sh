#!/bin/bash
# Builds the image of the Dockerfile without a container engine, and uses it: each step in a chroot that debootstrap
# makes, then the service on a read-only root as the image's user, with its health check and its commands.
#
#   sudo test/container/run.sh            # Debian with debootstrap; five minutes, network for Debian's and npm's packages
#   sudo BASE=/var/cache/base test/container/run.sh   # keeps the chroot of the base image there for the next time
#
# Other than the image: the base is Debian with the Node of this machine in place of node:24-bookworm-slim.
set -euo pipefail

# Mounts are gone with this process.
if [[ ${IN_NAMESPACE:-} != yes ]]; then
  IN_NAMESPACE=yes exec unshare --mount --pid --fork --kill-child --propagation private "$BASH" "$0" "$@"
fi

repository=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
base=${BASE:-$work/base}
port=${PORT:-18080}
service=
ok() { printf 'ok  %s\n' "$*"; }
fail() { printf 'NOT OK  %s\n' "$*" >&2; exit 1; }
finish() {
  [[ -z $service ]] || kill "$service" 2>/dev/null || true
  wait
  for mounted in $(mount | awk -v under="$work/" 'index($3, under) == 1 {print $3}' | sort -r); do umount -l "$mounted"; done
  rm -rf --one-file-system "$work"
}
trap finish EXIT

# --- The base image ---
if [[ ! -e $base/usr/local/bin/node ]]; then
  debootstrap --variant=minbase bookworm "$base" "${DEBIAN:-http://deb.debian.org/debian}" >"$work/debootstrap.log" ||
    { tail -3 "$work/debootstrap.log"; fail 'debootstrap'; }
  npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
  mkdir -p "$base/usr/local/lib/node_modules"
  cp -a "$npm" "$base/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$base/usr/local/bin/npm"
  cp "$(readlink -f "$(command -v node)")" "$base/usr/local/bin/node"
  chroot "$base" useradd --uid 1000 --create-home node
fi
ok "base: Debian $(cat "$base/etc/debian_version"), Node $(chroot "$base" /usr/local/bin/node --version)"

# --- The steps of the Dockerfile ---
context=$work/context
mkdir "$context"
tar -C "$repository" --anchored $(sed 's|^|--exclude=./|' "$repository/.dockerignore") -c . | tar --no-same-owner -C "$context" -x

stage= image= user=root dir=/ environment=()
# What a build needs of this machine to reach the registries; an engine hands it on as well, and none of it stays.
build_environment=()
for name in HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy npm_config_registry NODE_EXTRA_CA_CERTS; do
  [[ -z ${!name:-} ]] || build_environment+=("$name=${!name}")
done

# inside ROOT USER DIRECTORY COMMAND...: with the environment of the image and nothing else.
inside() {
  local root=$1 as=$2 in=$3 home
  shift 3
  home=$(awk -F: -v name="$as" '$1 == name {print $6}' "$root/etc/passwd")
  ${by:-} env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME="$home" "${environment[@]}" "${extra[@]}" \
    chroot --userspec="$as:$as" "$root" /bin/sh -c 'cd "$0" && exec "$@"' "$in" "$@"
}

copy() {
  local from=$context sources target source
  if [[ $1 == --from=* ]]; then from=$work/stage-${1#--from=}; shift; fi
  target=${*: -1}
  sources=("${@:1:$#-1}")
  [[ $target == /* ]] || target=$dir/$target
  for source in "${sources[@]}"; do
    source=$from/${source#/}
    [[ -e $source ]] || fail "COPY: there is no ${source#"$work"/}"
    if [[ -d $source ]]; then
      mkdir -p "$image$target" && cp -a "$source/." "$image$target"
    elif [[ $target == */ || $target == */. ]]; then
      mkdir -p "$image$target" && cp -a "$source" "$image$target"
    else
      mkdir -p "$(dirname "$image$target")" && cp -a "$source" "$image$target"
    fi
  done
}

run() {
  local extra=("${build_environment[@]}") certificates=${NODE_EXTRA_CA_CERTS:-}
  cp /etc/resolv.conf /etc/hosts "$image/etc/"
  if [[ -n $certificates ]]; then mkdir -p "$image$(dirname "$certificates")" && cp -L "$certificates" "$image$certificates"; fi
  mount -t proc proc "$image/proc"
  mount --bind /dev "$image/dev"
  inside "$image" "$user" "$dir" /bin/sh -c "$1" >"$work/run.log" 2>&1 || { tail -20 "$work/run.log"; fail "RUN $1"; }
  umount "$image/proc" "$image/dev"
  if [[ -n $certificates ]]; then rm -f "$image$certificates"; fi
}

health=() command=()
json_words() { mapfile -t "$1" < <(node -e 'for (const word of JSON.parse(process.argv[1])) console.log(word)' "$2"); }
while read -r instruction rest; do
  case $instruction in
    FROM)
      stage=$(awk 'toupper($2) == "AS" {print $3}' <<<"$rest")
      stage=${stage:-final} image=$work/stage-${stage:-final} user=root dir=/ environment=()
      cp -a "$base" "$image"
      ;;
    WORKDIR) dir=$rest && mkdir -p "$image$dir" ;;
    ENV) read -ra pairs <<<"$rest" && environment+=("${pairs[@]}") ;;
    COPY) read -ra words <<<"$rest" && copy "${words[@]}" ;;
    RUN) run "$rest" ;;
    USER) user=$rest ;;
    HEALTHCHECK) json_words health "[${rest#*[}" ;;
    CMD) json_words command "$rest" ;;
    EXPOSE | VOLUME | '#'* | '') ;;
    *) fail "The Dockerfile has a step that this script does not know: $instruction" ;;
  esac
  case $instruction in '#'* | '') ;; *) ok "step: $instruction ${rest:0:90}" ;; esac
done <"$repository/Dockerfile"

# --- The image in use ---
[[ $user != root && $user != 0 ]] || fail 'the image runs as root'
for absent in node_modules/typescript node_modules/mocha tsconfig.json server/main.ts test; do
  [[ ! -e $image/app/$absent ]] || fail "the image holds $absent"
done
ok "no compiler, no sources, no tests; $(du -sm "$image/app" | cut -f1) MB in /app"
outside=$(chroot --userspec="$user:$user" "$image" find / -xdev -writable -not -type l -not -path '/data*' -not -path '/tmp*' -not -path '/var/tmp*' \
  -not -path "/home/$user*" -not -path '/proc/*' -not -path '/dev*' -not -path '/run/lock*' 2>/dev/null | head -3 || true)
[[ -z $outside ]] || fail "$user may write to $outside"

data=$work/data
cp -a "$image/data" "$data"
mount --bind "$image" "$image"
mount -t proc proc "$image/proc"
mount --bind /dev "$image/dev"
mount --bind "$data" "$image/data"
mount -o remount,ro,bind "$image"
mount -t tmpfs tmpfs "$image/tmp"
extra=("PORT=$port")
use() { inside "$image" "$user" "$dir" "$@"; }
! use touch /app/x 2>/dev/null && ! use touch "/home/$user/x" 2>/dev/null && use touch /data/x /tmp/x || fail 'the root is not read-only, or /data or /tmp is'
rm "$data/x"
ok "read-only root; $user writes to /data and /tmp only"

! use "${health[@]}" || fail 'healthy before it runs'
log=$work/service.log
touch "$work/started"
began=$(date +%s%N)
since() { echo "$((($(date +%s%N) - began) / 1000000)) ms"; }
# By exec, so that the process that gets the signal is the service, as in a container.
by=exec inside "$image" "$user" "$dir" "${command[@]}" >"$log" 2>&1 &
service=$!
until use "${health[@]}"; do
  kill -0 "$service" 2>/dev/null || { cat "$log"; fail 'the service ended'; }
  sleep 0.1
done
ok "healthy $(since) after the start"
until [[ $(curl -s -o /dev/null -w '%{http_code}' "http://127.0.0.1:$port/readyz") == 200 ]]; do
  use "${health[@]}" || { cat "$log"; fail 'unhealthy during its first start'; }
  sleep 1
done
ok "ready $(since) after the start, and healthy all the while"

told=$(sed -n 's/^An API key was made: //p' "$log")
[[ $told == /data/api-key && $(stat -c '%a %u' "$data/api-key") == '600 1000' ]] || fail "the key's place: ${told:-not told}"
ok "the log tells the key's place, $told, of mode 600"
key=$(use cat "$told")
answer=$(curl -s "http://127.0.0.1:$port/v1/extract" -H "Authorization: Bearer $key" --json '{"text": "Denies fever."}')
[[ $answer == *386661006* && $answer == *negated* ]] || fail "extract: $answer"
ok 'extract answers with that key'

npm_run() { use npm run --silent "$@"; }
made=$(npm_run keys -- create --name ward 2>/dev/null | tail -1)
[[ $(curl -s -o /dev/null -w '%{http_code}' "http://127.0.0.1:$port/v1/extract" -H "Authorization: Bearer $made" --json '{"text": "Fever."}') == 200 ]] ||
  fail 'npm run keys -- create'
npm_run keys -- list | grep -q ward || fail 'npm run keys -- list'
use node dist/server/cli/keys.js list | grep -q ward || fail 'node dist/server/cli/keys.js'
npm_run terminology -- list | grep -q seed || fail 'npm run terminology'
npm_run lexicon -- export /tmp/rules | grep -q . && use test -s /tmp/rules/en/assertion.tsv || fail 'npm run lexicon -- export'
npm_run model -- check "models/$(ls "$image/app/models" | head -1)" >/dev/null || fail 'npm run model -- check'
printf 'Denies fever.\n' | npm_run extract -- - | grep -q 386661006 || fail 'npm run extract'
ok 'keys, terminology, lexicon, model and extract run inside, without a compiler'

written=$(find "$image" -xdev -newer "$work/started" -type f -not -path "$image/proc/*" -not -path "$image/data/*" 2>/dev/null | head -3 || true)
[[ -z $written ]] || fail "written outside /data and /tmp: $written"
began=$(date +%s%N)
kill -TERM "$service"
code=0
wait "$service" || code=$?
service=
[[ $code == 0 ]] || { tail -5 "$log"; fail "SIGTERM: exit code $code"; }
ok "SIGTERM: exit 0 after $(since)"
! use "${health[@]}" || fail 'healthy after its end'
ok 'all of it'
