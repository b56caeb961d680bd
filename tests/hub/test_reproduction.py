"""A data set from the hub, made again from its provenance; and one changed byte in it."""

import json
import shutil
from pathlib import Path

from adapter.checking import check
from adapter.cli import main
from tests.adapter.fresh_clone import make_clone, run
from tests.adapter.made_up import make_record, read_tree, write_jsonl
from tests.hub.conftest import COMMIT, EVAL_FILE, OLD_COMMIT, Caller, Generation, refused
from tests.hub.local_hub import LocalHub


def test_it_is_made_again_byte_for_byte_on_a_fresh_clone_after_the_branch_has_moved(
    hub: LocalHub, generate: Caller, tmp_path: Path
) -> None:
    first = generate("main", "--allow-count-mismatch", "--validate", "process")
    assert (first.status, first.error) == (0, "")
    hub.references["main"] = OLD_COMMIT
    clone, again = make_clone(tmp_path), tmp_path / "again"
    elsewhere = generate.environment | {"HF_HOME": str(tmp_path / "another machine's")}

    run(
        clone,
        *("generate", "--provenance", first.output / "provenance.json", "--output-dir", again),
        **elsewhere,
    )

    assert read_tree(again) == read_tree(first.output)
    assert "whole and unmodified, 2 tasks" in run(clone, "check", again)


def test_it_is_made_again_from_a_file_of_the_same_rows(
    downloaded: tuple[Path, Generation], tmp_path: Path
) -> None:
    first = downloaded[1].output
    records = [make_record(slug_name=slug) for slug in ("kettles", "teapots")]
    source = write_jsonl(tmp_path / "rows.jsonl", records)
    again = tmp_path / "again"

    status = main(
        [
            *("generate", "--provenance", str(first / "provenance.json")),
            *("--source", str(source), "--output-dir", str(again)),
        ]
    )

    assert status == 0
    assert read_tree(again) == read_tree(first)


def test_a_provenance_that_names_another_hash_of_the_hubs_file_is_refused(
    generate: Caller, downloaded: tuple[Path, Generation], tmp_path: Path
) -> None:
    provenance = downloaded[1].provenance
    provenance["upstream"]["files"][EVAL_FILE] = "0" * 64
    changed = tmp_path / "provenance.json"
    changed.write_text(json.dumps(provenance))

    refused(generate(COMMIT, "--provenance", str(changed)), f"upstream.files.{EVAL_FILE}")


def test_check_names_the_file_of_which_one_byte_was_changed_whichever_it_is(
    downloaded: tuple[Path, Generation], tmp_path: Path
) -> None:
    dataset = shutil.copytree(downloaded[1].output, tmp_path / "mercury-eval")
    assert check(dataset).findings == ()

    for path, (content, _) in read_tree(dataset).items():
        middle = len(content) // 2
        changed = content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]
        (dataset / path).write_bytes(changed)
        assert path in {finding.path for finding in check(dataset).findings}
        (dataset / path).write_bytes(content)
