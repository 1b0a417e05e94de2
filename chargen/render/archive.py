"""What the standards of PDF ask for: tags, embedded files, metadata; and reading the concept of an archived sheet."""

import hashlib
import io
import re
import uuid
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Literal

from chargen.text import limits

if TYPE_CHECKING:
    from pikepdf import Pdf

DATE_OF_SOURCES = datetime(2000, 1, 1, tzinfo=UTC)
"""The date of embedded files, which the standard requires; a real one would make each file differ."""
MEDIA_TYPE = "application/yaml"
PICTURES = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
    ".gif": "image/gif",
    ".svg": "image/svg+xml",
}
"""The media type of portraits, by the end of their names."""
_NAMESPACE = uuid.UUID("6f1d7c0e-54d5-5d1e-9d52-9a3a8d3f2f51")


class NothingInside(ValueError):
    """A PDF without a concept in it, or no PDF file; the message says which."""


@dataclass(frozen=True, slots=True)
class Original:
    """A file as the player wrote it, byte for byte; a portrait without its metadata."""

    name: str
    content: bytes
    role: Literal["concept", "campaign", "portrait"] = "concept"

    @property
    def description(self) -> str:
        """Return what PDF viewers show beside the name."""
        return _DESCRIPTIONS[self.role]


_DESCRIPTIONS = {
    "concept": "The character's concept",
    "campaign": "The campaign's house rules",
    "portrait": "The character's portrait",
}


def fix_attachments(file: "Pdf") -> None:
    """Write the types of embedded files, sort them as a name tree must be, and list each once."""
    from pikepdf import Array, Name

    tree = file.Root.Names.EmbeddedFiles
    names = list(tree.Names)
    pairs = sorted(zip(names[::2], names[1::2], strict=True), key=lambda pair: bytes(pair[0]))
    tree.Names = Array([part for pair in pairs for part in pair])
    for _, specification in pairs:
        kind = PICTURES.get(PurePath(str(specification.UF)).suffix.lower(), MEDIA_TYPE)
        specification.EF.F.Subtype = Name(f"/{kind}")
        specification.EF.UF = specification.EF.F
    file.Root.AF = Array([specification for _, specification in pairs])


def fix_archive(file: "Pdf") -> None:
    """Remove what the standard forbids: smoothed pictures and empty resources."""
    from pikepdf import Dictionary, Stream

    for thing in file.objects:
        if not isinstance(thing, Dictionary | Stream):
            continue
        if "/Interpolate" in thing:
            del thing["/Interpolate"]
        resources = thing.get("/Resources", thing)
        for kind in ("/Pattern", "/Shading"):
            if kind in resources and not len(resources[kind]):
                del resources[kind]


def fix_tags(file: "Pdf") -> None:
    """Mark headers and footers as artifacts, so that screen readers skip them, and set the scope of table headings.

    WeasyPrint gives headers and footers tags that are not in the tree of tags.
    """
    import pikepdf

    # The tags that are in the tree; each heading of a table says whether it is of a column or of a row.
    tree = file.Root.StructTreeRoot
    reachable = set()
    for element in _elements(tree.K):
        reachable.add(element.objgen)
        if element.S == "/TH":
            element.A = element.get("/A", pikepdf.Dictionary(O=pikepdf.Name.Table))
            element.A.Scope = pikepdf.Name.Column if element.P.P.S == "/THead" else pikepdf.Name.Row
    numbers = tree.ParentTree.Nums
    by_page = {int(numbers[at]): numbers[at + 1] for at in range(0, len(numbers), 2)}
    for page in file.pages:
        # The tags of the page that are not in the tree: those of its header and footer.
        owners = by_page[int(page.obj.StructParents)]
        loose = {mark for mark, owner in enumerate(owners) if owner is None or owner.objgen not in reachable}
        if not loose:
            continue
        # Begin an artifact wherever the page's content begins one of them, and forget the tags.
        instructions: list[Any] = list(pikepdf.parse_content_stream(page))
        for at, step in enumerate(instructions):
            if str(step.operator) == "BDC" and "/MCID" in step.operands[1] and int(step.operands[1].MCID) in loose:
                kind = [pikepdf.Name.Artifact, pikepdf.Dictionary(Type=pikepdf.Name.Pagination)]
                instructions[at] = pikepdf.ContentStreamInstruction(kind, step.operator)
        page.obj.Contents = file.make_stream(pikepdf.unparse_content_stream(instructions))
        for mark in loose:
            owners[mark] = None


def _elements(below: Any) -> Iterator[Any]:
    from pikepdf import Array, Dictionary

    waiting = [below]
    while waiting:
        element = waiting.pop()
        if isinstance(element, Array):
            waiting.extend(element)
        elif isinstance(element, Dictionary) and "/S" in element:
            yield element
            waiting.append(element.get("/K", Array()))


def fix_press(file: "Pdf", profile: bytes) -> None:
    """Embed the profile of the press as it is, and compute the file's identity from its pages.

    WeasyPrint changes the profile, with the time of day in it, and takes a random identity.
    """
    from pikepdf import Stream

    file.Root.OutputIntents[0].DestOutputProfile.write(profile)
    stream = file.Root.Metadata
    text = stream.read_bytes()
    drawn = hashlib.sha256()
    for page in file.pages:
        contents = page.obj.Contents
        for content in [contents] if isinstance(contents, Stream) else contents:
            drawn.update(content.read_raw_bytes())
    identity = uuid.uuid5(_NAMESPACE, drawn.hexdigest())
    if "/ID" in file.trailer:
        del file.trailer.ID  # it comes from the random one; saving writes a new one
    stream.write(re.sub(rb"xmp\.did:[0-9a-f-]+", f"xmp.did:{identity}".encode(), text))


def originals(content: bytes) -> list[Original]:
    """Return the files embedded in a sheet, the concept first. Raises `NothingInside`."""
    import pikepdf

    try:
        with pikepdf.open(io.BytesIO(content)) as file:
            found = list(_embedded(file))
    except pikepdf.PasswordError as exc:
        raise NothingInside("the file is locked with a password") from exc
    except NothingInside:
        raise
    except Exception as exc:  # any file: the library raises all kinds of exceptions
        raise NothingInside("it is not a PDF file, or it is damaged") from exc
    if not any(original.role == "concept" for original in found):
        raise NothingInside("it has no embedded concept; `chargen render --standard pdf/a-3b` embeds one")
    return sorted(found, key=lambda original: original.role != "concept")


def _embedded(file: "Pdf") -> Iterator[Original]:
    roles = {description: role for role, description in _DESCRIPTIONS.items()}
    for specification in islice(file.attachments.values(), limits.ATTACHMENTS):
        role = roles.get(specification.description)
        if role is not None:
            limit = limits.PORTRAIT_BYTES if role == "portrait" else limits.CONCEPT_BYTES
            content = _unpacked(specification.get_file().obj, limit)
            yield Original(specification.filename, content, role)  # type: ignore[arg-type]


def _unpacked(stream: Any, limit: int) -> bytes:
    """Return an embedded file, decompressed up to a number of bytes: a few bytes can expand to gigabytes."""
    from pikepdf import Array

    filters = stream.get("/Filter", Array())
    names = [str(condition) for condition in filters] if isinstance(filters, Array) else [str(filters)]
    content: bytes = stream.read_raw_bytes()
    if names == ["/FlateDecode"] and "/DecodeParms" not in stream:
        content = zlib.decompressobj().decompress(content, limit + 1)
    elif names:
        raise NothingInside("its embedded file has an unsupported compression")
    if len(content) > limit:
        raise NothingInside(f"its embedded file is larger than {limit // 1024} KiB")
    return content
