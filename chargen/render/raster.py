"""Pages as pictures."""

import io
from collections.abc import Iterator

DEFAULT_DPI = 150
LARGEST_DPI = 1200


def png(content: bytes, dpi: int) -> Iterator[bytes]:
    """Each page of a PDF as a PNG file of that resolution, which the file states."""
    import pypdfium2

    document = pypdfium2.PdfDocument(content)
    try:
        for page in document:
            picture = page.render(scale=dpi / 72).to_pil().convert("RGB")
            written = io.BytesIO()
            picture.save(written, "PNG", dpi=(dpi, dpi))
            yield written.getvalue()
            page.close()
    finally:
        document.close()
