"""The script of the studio that is committed is what its sources and its lock build."""

import hashlib
import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
STUDIO, BUILT = ROOT / "studio", ROOT / "templates" / "studio"


def test_the_bundle_is_built_from_these_sources() -> None:
    """Its first line has their hash, with that of the lock; `make studio-bundle` renews it."""
    sources = sorted(
        path.relative_to(STUDIO / "src").as_posix()
        for path in (STUDIO / "src").rglob("*")
        if path.suffix in (".ts", ".tsx", ".css")
    )
    texts = [
        path.read_text("utf-8") for path in (STUDIO / "package-lock.json", *(STUDIO / "src" / name for name in sources))
    ]
    digest = hashlib.sha256("\n".join(texts).encode()).hexdigest()
    assert digest in (BUILT / "studio.js").read_text(encoding="utf-8").partition("\n")[0]


def test_the_licence_of_each_bundled_package_is_beside_the_bundle() -> None:
    """With the version of the lock; and the page of credits names it."""
    locked = json.loads((STUDIO / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    needed = {path.removeprefix("node_modules/"): entry for path, entry in locked.items() if path}
    licences = (BUILT / "LICENCES.txt").read_text(encoding="utf-8")
    credits = (ROOT / "docs" / "credits.md").read_text(encoding="utf-8")
    bundled = re.findall(r"^(\S+) (\S+) \((\S+)\)$", licences, re.MULTILINE)
    assert bundled
    for name, version, licence in bundled:
        assert (needed[name]["version"], needed[name]["license"]) == (version, licence)
        assert f"`{name}`" in credits or f"`{name.partition('/')[0]}/*`" in credits
    assert licences.count("Permission is hereby granted, free of charge") >= len(bundled)
