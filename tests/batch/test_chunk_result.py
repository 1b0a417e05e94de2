"""The result of a chunk as bytes, and read back."""

import pytest

from chargen.batch import chunk_result
from chargen.batch.chunk_result import ChunkResult, Failure
from chargen.text.diagnostic import Place, Related, error

FINDING = error(
    "99 is not a rank",
    "hit_points",
    code="batch/unlawful",
    hint="the highest is 25",
    file="crew.csv",
    place=Place(4, 18, 4, 20),
    mentions=(("descriptors", "Brawler"),),
    related=(Related(path=("descriptors", 0), message="here", place=Place(1, 1, 1, 2)),),
)
FULL = ChunkResult(
    people=1,
    entries=({"number": 7, "name": "Mara Øst", "status": "made"},),
    failures=(Failure(number=8, seed="five-by-five/guard/docks/8", diagnostics=(FINDING,)),),
    problems=("a letter is missing",),
    columns=("number", "name"),
    members={"people.jsonl": b"{}\n", "people/007-mara-øst.yaml": b"name: Mara\n"},
)


def test_a_result_is_read_back_as_it_was() -> None:
    """Diagnostics with all their places, and members of any name."""
    assert chunk_result.read_result(FULL.to_bytes()) == FULL


@pytest.mark.parametrize("content", [b"", b"{}", FULL.to_bytes()[:200], FULL.to_bytes()[:-30], b"x" * 1000])
def test_what_is_cut_short_is_no_result(content: bytes) -> None:
    with pytest.raises(ValueError, match="no part of a batch"):
        chunk_result.read_result(content)
