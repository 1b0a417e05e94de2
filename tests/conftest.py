"""What all tests share: property tests try the same examples everywhere, unless CHARGEN_FUZZ asks for new ones."""

import os

from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None, database=None, max_examples=70)
settings.register_profile("fuzz", deadline=None, max_examples=2000)
settings.load_profile("fuzz" if os.environ.get("CHARGEN_FUZZ") else "steady")
