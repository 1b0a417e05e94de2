"""Run coroutines in tests: the browser's tests leave a running loop in their thread."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def in_own_loop(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine to its end, in a thread that has no loop."""
    with ThreadPoolExecutor(1) as executor:
        executor.submit(asyncio.run, work).result()
