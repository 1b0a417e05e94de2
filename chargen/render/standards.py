"""What the standards of PDF ask for beyond what WeasyPrint writes: tags, and the profile of a press."""

import hashlib
import re
import uuid
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pikepdf import Pdf

_NAMESPACE = uuid.UUID("6f1d7c0e-54d5-5d1e-9d52-9a3a8d3f2f51")


def fix_tags(file: "Pdf") -> None:
    """Mark headers and footers as artifacts, so that screen readers skip them, and set the scope of table headings.

    WeasyPrint gives headers and footers tags that are not in the tree of tags.
    """
    import pikepdf

    # The tags that are in the tree; each heading of a table says whether it is of a column or of a row.
    tree = file.Root.StructTreeRoot
    reachable = set()
    waiting: list[Any] = [tree.K]
    while waiting:
        element = waiting.pop()
        if isinstance(element, pikepdf.Array):
            waiting.extend(element)
        elif isinstance(element, pikepdf.Dictionary) and "/S" in element:
            waiting.append(element.get("/K", pikepdf.Array()))
            reachable.add(element.objgen)
            if element.S == "/TH":
                element.A = element.get("/A", pikepdf.Dictionary(O=pikepdf.Name.Table))
                element.A.Scope = pikepdf.Name.Column if element.P.P.S == "/THead" else pikepdf.Name.Row
    by_page = pikepdf.NumberTree(tree.ParentTree)
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
