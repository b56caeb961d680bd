#!/bin/sh
# Installs the oracle: one of the task's references that was proven right.
set -eu
cat "$(dirname "$0")/solution.py" > /app/solution.py
