"""What all tests share: property tests try the same examples everywhere, unless `make fuzz` asks for new ones.

How many they try is said here alone: a number at a test would hold for `make fuzz` too.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests import plug_ins

SLOW = [HealthCheck.too_slow]
"""To draw a whole character takes its time; that is not what a property test is about."""

settings.register_profile(
    "steady", derandomize=True, deadline=None, database=None, max_examples=100, suppress_health_check=SLOW
)
settings.register_profile("fuzz", deadline=None, max_examples=2000, suppress_health_check=SLOW)
settings.load_profile("fuzz" if os.environ.get("CHARGEN_FUZZ") else "steady")


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[plug_ins.Install]:
    """Installs plug-ins for a test, and forgets them after it."""
    with plug_ins.installing(tmp_path, monkeypatch) as installed:
        yield installed
