"""From a hub's revision to a data set, with the real client libraries and a hub of our own."""

import hashlib
import os
import signal
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from tests.adapter.made_up import make_record, read_tree
from tests.hub.conftest import (
    COMMIT,
    DAMAGED,
    EVAL_FILE,
    OLD_COMMIT,
    TRAIN_ONLY,
    Caller,
    Generation,
    refused,
)
from tests.hub.local_hub import Fault, LocalHub, parquet

PROJECT = Path(__file__).parents[2]
NOBODY = "http://127.0.0.1:9"  # the port of a service that throws everything away, where any is


# What is loaded and recorded


@pytest.mark.parametrize(
    ("revision", "commit", "tasks"),
    [
        pytest.param("main", COMMIT, ["kettles", "teapots"], id="branch"),
        pytest.param("v1", OLD_COMMIT, ["samovars"], id="tag"),
        pytest.param(OLD_COMMIT, OLD_COMMIT, ["samovars"], id="commit"),
    ],
)
def test_of_a_revision_the_commit_is_loaded_and_recorded(
    hub: LocalHub, generate: Caller, revision: str, commit: str, tasks: list[str]
) -> None:
    generation = generate(revision)

    assert (generation.status, generation.error) == (0, "")
    assert generation.tasks == tasks
    upstream = generation.provenance["upstream"]
    assert (upstream["source"], upstream["split"]) == ("Elfsong/Mercury", "eval")
    assert (upstream["revision"], upstream["licence"]) == (commit, "CC-BY-NC-4.0")
    content = hub.commits[commit][EVAL_FILE]
    assert upstream["files"] == {EVAL_FILE: hashlib.sha256(content).hexdigest()}
    for path, (written, _) in read_tree(generation.output).items():
        assert hub.endpoint.encode() not in written, path


@pytest.mark.usefixtures("filled_home")
def test_a_branch_that_has_moved_since_it_was_downloaded_is_followed(
    hub: LocalHub, generate: Caller
) -> None:
    hub.references["main"] = OLD_COMMIT

    assert generate("main").provenance["upstream"]["revision"] == OLD_COMMIT


def test_a_split_in_several_files_is_loaded_whole_and_each_of_them_recorded(
    hub: LocalHub, generate: Caller
) -> None:
    shards = {
        f"data/eval-{number:05}-of-00002.parquet": parquet([make_record(slug_name=slug)])
        for number, slug in enumerate(("samovars", "cups"))
    }
    hub.commits[COMMIT] = {"README.md": b"# Tea\n", **shards}

    generation = generate(COMMIT)

    assert generation.tasks == ["cups", "samovars"]
    assert set(generation.provenance["upstream"]["files"]) == set(shards)


def test_the_token_is_taken_from_where_the_libraries_take_it(
    hub: LocalHub, generate: Caller
) -> None:
    generate("main", HF_TOKEN="hf_teatime")

    assert "Bearer hf_teatime" in hub.tokens


@pytest.mark.usefixtures("filled_home")
def test_of_a_commit_that_is_in_the_cache_the_hub_is_asked_for_nothing(
    hub: LocalHub, generate: Caller
) -> None:
    generate(COMMIT)

    assert not [request for request in hub.requests if "Mercury" in request]


def test_progress_is_shown_on_a_terminal(generate: Caller, tmp_path: Path) -> None:
    reader, terminal = os.openpty()
    termios.tcsetwinsize(terminal, (24, 80))
    arguments = generate.arguments("main", tmp_path / "mercury-eval")

    subprocess.run(
        [sys.executable, "-m", "adapter.cli", *arguments],
        cwd=PROJECT,
        env=generate.environment,
        stderr=terminal,
        stdout=subprocess.DEVNULL,
        check=True,
    )

    assert b"100%" in os.read(reader, 65536)
    os.close(terminal)
    os.close(reader)


# Counts


def test_counts_that_differ_from_the_pinned_ones_are_refused(generate: Caller) -> None:
    refused(generate("main", "--limit", "1"), "rows=2", "rows=256", "--allow-count-mismatch")


# Faults


def test_an_unknown_revision(generate: Caller) -> None:
    refused(generate("no-such-branch"), "no-such-branch", "--revision")


def test_an_unknown_commit(generate: Caller) -> None:
    refused(generate("e" * 40), "e" * 40, "--revision")


@pytest.mark.parametrize("revision", ["a b", "../main"])
def test_a_revision_that_cannot_be_one(generate: Caller, revision: str) -> None:
    refused(generate(revision), "--revision")


def test_a_missing_split(generate: Caller) -> None:
    refused(generate(TRAIN_ONLY), "no split eval", "train", "--revision")


def test_a_file_that_is_truncated_on_its_way(hub: LocalHub, generate: Caller) -> None:
    hub.fault = Fault.FILES_ARE_TRUNCATED

    refused(generate("main"), "should be of size", "try again")


def test_a_file_that_is_truncated_in_the_repository(generate: Caller) -> None:
    refused(generate(DAMAGED), DAMAGED, "cannot be read", "--revision")


def test_a_500_for_every_request(hub: LocalHub, generate: Caller) -> None:
    hub.fault = Fault.EVERY_REQUEST_IS_A_500

    refused(generate("main"), "500", "try again", "--source FILE")


def test_a_500_for_every_file(hub: LocalHub, generate: Caller) -> None:
    hub.fault = Fault.EVERY_FILE_IS_A_500

    refused(generate("main"), "500", "try again", "--source FILE")


def test_a_connection_that_is_cut_half_way(hub: LocalHub, generate: Caller) -> None:
    hub.fault = Fault.CONNECTIONS_ARE_CUT

    refused(generate("main"), "closed connection", "try again")


def test_after_a_connection_was_cut_once_the_rest_is_downloaded(
    hub: LocalHub, generate: Caller
) -> None:
    hub.fault = Fault.FIRST_CONNECTION_IS_CUT

    generation = generate("main")

    assert hub.cut == 1
    assert (generation.status, generation.error) == (0, "")
    assert generation.tasks == ["kettles", "teapots"]


def test_after_a_failed_generation_the_next_one_succeeds(hub: LocalHub, generate: Caller) -> None:
    hub.fault = Fault.FILES_ARE_TRUNCATED
    generate("main")
    hub.fault = None

    assert generate("main").status == 0


def test_an_interrupted_download_ends_with_the_file_in_flight_and_writes_nothing(
    hub: LocalHub, generate: Caller, tmp_path: Path
) -> None:
    hub.fault = Fault.FILES_STALL
    output = tmp_path / "mercury-eval"
    download = subprocess.Popen(
        [sys.executable, "-m", "adapter.cli", *generate.arguments("main", output)],
        cwd=PROJECT,
        env=generate.environment,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert hub.stalled.wait(60)

    download.send_signal(signal.SIGINT)
    hub.resumed.set()

    _, error = download.communicate()
    assert (download.returncode, error) == (130, "mercury-harbor: interrupted\n")
    assert not output.exists()


def test_no_network(generate: Caller) -> None:
    refused(
        generate("main", HF_ENDPOINT=NOBODY),
        *("network", "HF_HUB_OFFLINE=1", "--source FILE"),
    )


def test_a_repository_that_one_may_not_read(hub: LocalHub, generate: Caller) -> None:
    hub.fault = Fault.NOBODY_MAY_READ

    refused(generate("main"), "hf auth login", "HF_TOKEN")


# The cache


@pytest.mark.usefixtures("filled_home")
@pytest.mark.parametrize("revision", ["main", COMMIT], ids=["branch", "commit"])
def test_a_cached_copy_is_used_offline_and_not_the_one_that_was_made_last(
    hub: LocalHub, generate: Caller, downloaded: tuple[Path, Generation], revision: str
) -> None:
    offline = generate(revision, HF_HUB_OFFLINE="1")

    assert (offline.status, offline.error) == (0, "")
    assert hub.requests == []
    assert read_tree(offline.output) == read_tree(downloaded[1].output)


@pytest.mark.parametrize("revision", ["main", OLD_COMMIT], ids=["branch", "commit"])
def test_offline_without_a_cached_copy(generate: Caller, revision: str) -> None:
    refused(generate(revision, HF_HUB_OFFLINE="1"), revision, "unset HF_HUB_OFFLINE")


@pytest.mark.usefixtures("filled_home")
def test_without_a_network_a_cached_commit_is_used(generate: Caller) -> None:
    assert generate(COMMIT, HF_ENDPOINT=NOBODY).status == 0


@pytest.mark.usefixtures("filled_home")
def test_without_a_network_a_branch_is_not_taken_for_what_it_once_was(generate: Caller) -> None:
    refused(generate("main", HF_ENDPOINT=NOBODY), "HF_HUB_OFFLINE=1")


@pytest.mark.parametrize("content", [b"", b"PAR1" * 99], ids=["emptied", "overwritten"])
def test_a_cached_file_whose_content_has_changed(
    filled_home: Path, generate: Caller, content: bytes
) -> None:
    (cached,) = filled_home.rglob(f"snapshots/{COMMIT}/{EVAL_FILE}")
    blob = cached.resolve()
    blob.write_bytes(content)

    refused(generate(COMMIT), str(blob), "delete it")

    blob.unlink()
    assert generate(COMMIT).status == 0


def test_a_cache_that_is_no_directory(home: Path, generate: Caller) -> None:
    home.write_text("a file")

    refused(generate("main"), "set HF_HOME to a directory that can be written")
