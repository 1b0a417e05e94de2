"""The smallest ICC profile of a press: four inks in, grey of the same darkness out."""

import struct


def cmyk() -> bytes:
    """Return a valid CMYK profile of a few hundred bytes."""
    linear = bytes(range(256))
    grid = bytes(
        value
        for cyan in (0, 1)
        for magenta in (0, 1)
        for yellow in (0, 1)
        for black in (0, 1)
        for value in (255 - min(255, 85 * (cyan + magenta + yellow) + 255 * black), 128, 128)
    )
    matrix = struct.pack(">9i", *(65536 if index % 4 == 0 else 0 for index in range(9)))
    table = b"mft1\0\0\0\0" + bytes([4, 3, 2, 0]) + matrix + linear * 4 + grid + linear * 3
    name = b"Press of the tests\0"
    description = b"desc\0\0\0\0" + struct.pack(">I", len(name)) + name + bytes(78)
    tags = {
        b"desc": description,
        b"cprt": b"text\0\0\0\0nobody's\0",
        b"wtpt": b"XYZ \0\0\0\0" + struct.pack(">3i", 63190, 65536, 54061),
        b"A2B0": table,
    }
    directory = struct.pack(">I", len(tags))
    body = b""
    start = 128 + 4 + 12 * len(tags)
    for sign, content in tags.items():
        content += bytes(-len(content) % 4)
        directory += sign + struct.pack(">II", start + len(body), len(content))
        body += content
    size = start + len(body)
    header = struct.pack(">I4sI4s4s4s", size, b"test", 0x02400000, b"prtr", b"CMYK", b"Lab ")
    header += struct.pack(">6H4s4sI", 2026, 1, 1, 0, 0, 0, b"acsp", b"MSFT", 0)
    header += bytes(24) + struct.pack(">3i", 63190, 65536, 54061)
    return header + bytes(128 - len(header)) + directory + body
