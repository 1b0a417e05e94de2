"""Answer a site's page in its worker: the studio over a folder in memory, without threads, sockets and printers."""

import os
import random
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from pathlib import Path

from chargen.render import page
from chargen.studio.conversation import Conversation
from chargen.studio.studio import Studio

CAMPAIGN = "campaign"  # The folder of a site that holds its file of house rules, if it has any


def start(folder: str, site: str, send: Callable[[str], None]) -> Callable[[str], Awaitable[None]]:
    """Return what takes the page's messages; the replies go to ``send``.

    ``folder`` holds the characters; ``site`` has the game files of the site and its house rules.
    """
    os.chdir(site)  # where game files are found that are beside no character
    random.seed()  # a memory kept at an earlier visit would throw the same dice again
    page.environment()  # loads the templates now, while the page shows its progress
    campaign = next(Path(site, CAMPAIGN).glob("*"), None)
    if campaign is not None:
        Path(folder, campaign.name).write_bytes(campaign.read_bytes())
    studio = Studio(Path(folder), faces_at="fonts/", campaign=campaign.name if campaign is not None else "")
    # A page's Python has no threads: its event loop does at once what it is given for an executor, and asks none.
    return Conversation(studio, send, Executor()).receive
