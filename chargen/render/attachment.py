"""The character's file in a PDF of its sheet: it is attached to each, and `chargen extract` returns it."""

import io
import zlib
from datetime import UTC, datetime
from itertools import islice

from chargen.fileio import Unreadable
from chargen.text import limits

DATE = datetime(2000, 1, 1, tzinfo=UTC)
"""The date of an attached file, which PDF/A requires; a real one would make each PDF differ."""
MEDIA_TYPE = "application/yaml"
DESCRIPTION = "The character's concept"  # What PDF viewers show beside the name, and how the file is found again


def find_concept(content: bytes) -> bytes:
    """Return the character's file that is attached to a PDF. Raises `Unreadable`."""
    import pikepdf

    if b"%PDF-" not in content[:1024]:  # where PDF viewers look for it
        raise Unreadable(
            "it has no character's file in it, as PDFs of `chargen render` have, and Markdown and actors of "
            "`chargen export`"
        )
    try:
        with pikepdf.open(io.BytesIO(content)) as file:
            for attached in islice(file.attachments.values(), limits.ATTACHMENTS):
                if attached.description != DESCRIPTION:
                    continue
                # Decompressed up to the largest concept: a few bytes can expand to gigabytes.
                stream = attached.get_file().obj
                filters = stream.get("/Filter", pikepdf.Array())
                names = [str(name) for name in filters] if isinstance(filters, pikepdf.Array) else [str(filters)]
                concept: bytes = stream.read_raw_bytes()
                if names == ["/FlateDecode"] and "/DecodeParms" not in stream:
                    concept = zlib.decompressobj().decompress(concept, limits.CONCEPT_BYTES + 1)
                elif names:
                    raise Unreadable("its attached file has an unsupported compression")
                if len(concept) > limits.CONCEPT_BYTES:
                    raise Unreadable(f"its attached file is larger than {limits.CONCEPT_BYTES // 1024} KiB")
                return concept
    except pikepdf.PasswordError as exc:
        raise Unreadable("the file is locked with a password") from exc
    except Unreadable:
        raise
    except Exception as exc:  # any file: the library raises all kinds of exceptions
        raise Unreadable("this PDF is damaged") from exc
    raise Unreadable("it has no character's file in it, as sheets that `chargen render` prints have")
