"""How often Python collects garbage."""

import contextlib
import gc

from chargen.startup import gc_tuning


def test_garbage_is_collected_as_before_once_a_chunk_is_made() -> None:
    """Rarely while NPCs are made, and as before after that, even where they could not be."""
    before = gc.get_threshold()
    with contextlib.suppress(ValueError), gc_tuning.seldom_collected():
        assert gc.get_threshold() == gc_tuning.THRESHOLDS != before
        raise ValueError
    assert gc.get_threshold() == before
