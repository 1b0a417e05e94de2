"""What makes a PDF last: the concept inside, and the fine print of the standards."""

import hashlib
import io
import re
import uuid
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

from chargen.core import limits

if TYPE_CHECKING:
    from pikepdf import Pdf

DATE_OF_SOURCES = datetime(2000, 1, 1, tzinfo=UTC)
"""The standard wants a date for what is embedded; a real one would make each file differ from the last."""
MEDIA_TYPE = "/application/yaml"
_NAMESPACE = uuid.UUID("6f1d7c0e-54d5-5d1e-9d52-9a3a8d3f2f51")


class NothingInside(ValueError):
    """A PDF without a concept in it, or no PDF at all; the message says which."""


@dataclass(frozen=True, slots=True)
class Original:
    """A file as the player wrote it, byte by byte."""

    name: str
    content: bytes
    role: Literal["concept", "campaign"] = "concept"

    @property
    def description(self) -> str:
        """What a reader of PDF files shows beside the name."""
        return {"concept": "The character's concept", "campaign": "The campaign's house rules"}[self.role]


def settle_attachments(file: "Pdf") -> None:
    """Name the type of what is embedded, sort it as a name tree must be, and list it once."""
    from pikepdf import Array, Name

    tree = file.Root.Names.EmbeddedFiles
    names = list(tree.Names)
    pairs = sorted(zip(names[::2], names[1::2], strict=True), key=lambda pair: bytes(pair[0]))
    tree.Names = Array([part for pair in pairs for part in pair])
    for _, specification in pairs:
        specification.EF.F.Subtype = Name(MEDIA_TYPE)
        specification.EF.UF = specification.EF.F
    file.Root.AF = Array([specification for _, specification in pairs])


def settle_archive(file: "Pdf") -> None:
    """Take out what the standard forbids, such as pictures that are smoothed, and resources that name nothing."""
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


def settle_tags(file: "Pdf") -> None:
    """Mark what is drawn and stands in no tag as an artifact, so that nobody has to hear the foot of every page.

    WeasyPrint gives the heads and feet of pages tags that hang on nothing. Each heading of a table says whether it
    is a column's or a row's.
    """
    import pikepdf

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
        owners = by_page[int(page.obj.StructParents)]
        loose = {mark for mark, owner in enumerate(owners) if owner is None or owner.objgen not in reachable}
        if not loose:
            continue
        instructions: list[Any] = list(pikepdf.parse_content_stream(page))
        for at, step in enumerate(instructions):
            if str(step.operator) == "BDC" and "/MCID" in step.operands[1] and int(step.operands[1].MCID) in loose:
                kind = [pikepdf.Name.Artifact, pikepdf.Dictionary(Type=pikepdf.Name.Pagination)]
                instructions[at] = pikepdf.ContentStreamInstruction(kind, step.operator)
        page.obj.Contents = file.make_stream(pikepdf.unparse_content_stream(instructions))
        for mark in loose:
            owners[mark] = None


def _elements(below: Any) -> Iterator[Any]:
    """Every element of the tags."""
    from pikepdf import Array, Dictionary

    waiting = [below]
    while waiting:
        element = waiting.pop()
        if isinstance(element, Array):
            waiting.extend(element)
        elif isinstance(element, Dictionary) and "/S" in element:
            yield element
            waiting.append(element.get("/K", Array()))


def settle_press(file: "Pdf", profile: bytes) -> None:
    """Embed the profile of the press as it is, and give the file an identity that follows from its pages.

    WeasyPrint writes the profile anew, with the time of day in it, and draws a random identity.
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
        del file.trailer.ID  # it was made of the random one; a new one comes with saving
    stream.write(re.sub(rb"xmp\.did:[0-9a-f-]+", f"xmp.did:{identity}".encode(), text))


def originals(content: bytes) -> list[Original]:
    """The files embedded in a sheet: the concept first. Raises `NothingInside`."""
    import pikepdf

    try:
        with pikepdf.open(io.BytesIO(content)) as file:
            found = list(_embedded(file))
    except pikepdf.PasswordError as fault:
        raise NothingInside("the file is locked with a password") from fault
    except NothingInside:
        raise
    except Exception as fault:  # a file may hold anything anywhere, and the library raises whatever comes of it
        raise NothingInside("this is no PDF file, or a damaged one") from fault
    if not any(original.role == "concept" for original in found):
        raise NothingInside("no concept is embedded in it; `chargen render --standard pdf/a-3b` embeds one")
    return sorted(found, key=lambda original: original.role != "concept")


def _embedded(file: "Pdf") -> Iterator[Original]:
    descriptions = {Original("", b"", role).description: role for role in ("concept", "campaign")}
    for specification in islice(file.attachments.values(), limits.ATTACHMENTS):
        role = descriptions.get(specification.description)
        if role is not None:
            content = _unpacked(specification.get_file().obj)
            yield Original(specification.filename, content, role)  # type: ignore[arg-type]


def _unpacked(stream: Any) -> bytes:
    """What is embedded, where it is no larger than a concept may be: a few bytes can stand for gigabytes."""
    from pikepdf import Array

    filters = stream.get("/Filter", Array())
    names = [str(condition) for condition in filters] if isinstance(filters, Array) else [str(filters)]
    content: bytes = stream.read_raw_bytes()
    if names == ["/FlateDecode"] and "/DecodeParms" not in stream:
        content = zlib.decompressobj().decompress(content, limits.CONCEPT_BYTES + 1)
    elif names:
        raise NothingInside("what is embedded in it is packed in a way that is not read here")
    if len(content) > limits.CONCEPT_BYTES:
        raise NothingInside(f"what is embedded in it is larger than {limits.CONCEPT_BYTES // 1024} KiB")
    return content
