.PHONY: demo test attacks lint lock

# The sample's oracle through the whole chain; no network but the package registries.
demo: .venv/ready
	.venv/bin/python -m adapter.demo

# Docker tests run where an engine answers and a base image is there; MERCURY_REQUIRE_DOCKER=1
# makes their absence a failure. So with the browser tests: Chromium, MERCURY_REQUIRE_BROWSER=1.
test: .venv/ready
	.venv/bin/python -m pytest

# Hostile programs against the verifier, as root: in local processes and, where an engine answers, in
# a container of a verifier image; some ten minutes.
attacks: .venv/ready
	.venv/bin/python -m pytest tests/attacks

lint: .venv/ready
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy

# After a change of the dependencies in pyproject.toml.
lock: .venv/ready
	.venv/bin/uv export --quiet --no-emit-project --no-header --output-file requirements.lock

.venv/ready: scripts/setup requirements.lock pyproject.toml
	scripts/setup
