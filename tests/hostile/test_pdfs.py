"""Hostile PDFs: attached files that would fill a disk."""

import io
import zlib
from pathlib import Path

import pikepdf
import pytest

from chargen.render.attachment import DESCRIPTION
from chargen.text import limits
from tests.cli.running import LARRY, run
from tests.hostile.bounded import bounded


def _holding(content: bytes) -> bytes:
    made = io.BytesIO()
    with pikepdf.new() as file:
        file.add_blank_page()
        value = pikepdf.AttachedFileSpec(file, content, filename="kai.yaml", description=DESCRIPTION)  # type: ignore[call-arg]
        file.attachments["kai.yaml"] = value
        file.save(made)
    return made.getvalue()


def test_what_fills_a_disk_is_not_unpacked(folder: Path) -> None:
    """A concept of 200 MB of zeros, packed to less than 1 MB, is refused and takes no memory to speak of."""
    packed = zlib.compress(b"\0" * 200_000_000, 1)
    with pikepdf.open(io.BytesIO(_holding(b"x"))) as file:
        stream = file.Root.Names.EmbeddedFiles.Names[1].EF.F
        stream.write(packed, filter=pikepdf.Name.FlateDecode)
        file.save(folder / "bomb.pdf")
    assert (folder / "bomb.pdf").stat().st_size < 1_000_000
    ended = bounded("extract", "bomb.pdf", "-o", "x.yaml", folder=folder, seconds=20, megabytes=1_000)
    assert ended.code == 1
    assert f"larger than {limits.CONCEPT_BYTES // 1024} KiB" in ended.err
    assert not (folder / "x.yaml").exists()


@pytest.mark.parametrize("packed", ["plain", "flate", "hex"])
def test_what_is_embedded_is_read_however_it_is_packed_by_us(packed: str, folder: Path) -> None:
    """Plain and deflated files are read; anything else is refused in words."""
    with pikepdf.open(io.BytesIO(_holding(LARRY.encode()))) as file:
        stream = file.Root.Names.EmbeddedFiles.Names[1].EF.F
        if packed == "flate":
            stream.write(zlib.compress(LARRY.encode()), filter=pikepdf.Name.FlateDecode)
        elif packed == "hex":
            stream.write(LARRY.encode().hex().encode() + b">", filter=pikepdf.Name.ASCIIHexDecode)
        file.save(folder / "kai.pdf", compress_streams=False)
    ended = run("extract", "kai.pdf")
    assert (ended.code, ended.out) == ((1, "") if packed == "hex" else (0, LARRY))
