#!/bin/sh
# Judges and times /app/solution.py; writes /logs/verifier/reward.json and details.json.
# A fault of the verifier itself leaves no reward file and a non-zero exit status.
set -eu

PATH=/usr/local/bin:/usr/bin:/bin
export PATH

fault() {
    echo "verifier fault, no reward written: $1" >&2
    exit 70
}

[ "$(id -u)" = 0 ] || fault "it must run as root, to run programs as somebody else"
[ -f /tests/suite.json ] || fault "/tests/suite.json is missing; this is not the verifier's image"
[ -f /tests/verifier/__main__.py ] || fault "/tests/verifier is missing; this is not the verifier's image"
[ -x /usr/local/bin/python3 ] || fault "/usr/local/bin/python3 is missing; this is not the verifier's image"
/usr/local/bin/python3 -I -c 'import sys, lctk, sortedcontainers; sys.exit(sys.version_info[:2] != (3, 12))' \
    || fault "Python 3.12 with lctk and sortedcontainers is missing; this is not the verifier's image"

cd /
exec env -i PATH="$PATH" LC_ALL=C.UTF-8 PYTHONPATH=/tests \
    /usr/local/bin/python3 -s -P -m verifier score \
    --suite /tests/suite.json --candidate /app/solution.py --logs /logs/verifier
