"""What tests of score and evaluate share: a small data set on the disk."""

from pathlib import Path

import pytest

from tests.adapter.made_up import (
    ALSO_RIGHT,
    RIGHT,
    make_dataset,
    make_row,
    make_solution,
    write_tree,
)

SLOW = """
class Solution:
    def fillKettles(self, litres, guests):
        total = 0
        for _ in range(300):
            total = sum(litres) * guests
        return total
"""
SLOWER = SLOW.replace("300", "900")


@pytest.fixture(scope="session")
def data_set(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data set of two tasks with four references each, far apart in their times.

    Nothing that is tested writes to it.
    """
    solutions = [
        make_solution(source, f"{40 + index}ms", f"hash-{index}")
        for index, source in enumerate((RIGHT, ALSO_RIGHT, SLOW, SLOWER))
    ]
    rows = [
        make_row(slug_name="kettles", difficulty="Easy", solutions=solutions),
        make_row(slug_name="teapots", difficulty="Hard", solutions=solutions),
    ]
    outcomes = {row.slug_name: ["passed"] * len(solutions) for row in rows}
    return write_tree(
        tmp_path_factory.mktemp("made-up") / "mercury-eval", make_dataset(rows, outcomes)
    )
