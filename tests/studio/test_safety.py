"""The studio answers its own page on this machine, about the files of its folder, and nothing else."""

import errno
import http.client
import json
import signal
import socket
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import uvicorn
from playwright.sync_api import Page, expect
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from chargen import fileio
from chargen.studio import conversation
from chargen.studio.folder import Refused
from chargen.studio.studio import Studio
from tests.cli.running import LARRY, run
from tests.studio.conftest import TOKEN, Serve, shown_sheet
from tests.studio.test_files_in_browser import open_text, write_at_end


def port_of(address: str) -> str:
    return address.partition("/?")[0].rpartition(":")[2]


def get(address: str, path: str, headers: dict[str, str]) -> tuple[int, dict[str, str], str]:
    with closing(http.client.HTTPConnection("127.0.0.1", int(port_of(address)), timeout=10)) as connection:
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        kept = {name.lower(): value for name, value in response.getheaders()}
        return response.status, kept, response.read().decode()


def socket_of(address: str, headers: dict[str, str], token: str = TOKEN) -> ClientConnection:
    where = f"ws://127.0.0.1:{port_of(address)}/{token}/socket"
    return connect(where, additional_headers=headers, max_size=None, proxy=None)


def test_the_page_lies_below_the_token(serve: Serve) -> None:
    """No cookie has the token, which a browser would send to every port of the machine; each answer has the policy."""
    address = serve()
    for path in (f"/?token={TOKEN}", f"//evil.example/?token={TOKEN}"):
        status, headers, _ = get(address, path, {})
        assert (status, headers["location"]) == (303, f"/{TOKEN}/")
        assert "set-cookie" not in headers
    status, headers, _ = get(address, f"/{TOKEN}/", {})
    assert status == 200
    assert "set-cookie" not in headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "http" not in policy
    assert "'unsafe-inline'" not in policy.partition("style-src")[0]
    assert headers["referrer-policy"] == "no-referrer"


def test_all_others_get_403(serve: Serve) -> None:
    """Without the token, by another name, or from a page of another origin; over the WebSocket as well."""
    address = serve()
    port = port_of(address)
    assert get(address, f"/{TOKEN}/", {"host": f"localhost:{port}", "origin": f"http://localhost:{port}"})[0] == 200
    for path in ("/", "*", "/studio.js", "/nothing", f"/?token={TOKEN}x", f"/{TOKEN}x/", f"/x/{TOKEN}/"):
        status, _, text = get(address, path, {"cookie": f"token={TOKEN}"})
        assert (status, text) == (403, "Open the address that chargen printed.")
    with pytest.raises(InvalidStatus, match="403"):
        socket_of(address, {}, token="x")
    others: list[dict[str, str]] = [
        {"host": f"evil.example:{port}"},
        {"host": "127.0.0.1.evil.example"},
        {"host": "0.0.0.0"},
        {"origin": "http://evil.example"},
        {"origin": "http://127.0.0.1:80"},
        {"origin": "null"},
    ]
    for headers in others:
        for path in (f"/{TOKEN}/", f"/{TOKEN}/studio.js", f"/?token={TOKEN}"):
            status, _, text = get(address, path, headers)
            assert (status, text) == (403, "Open the address that chargen printed.")
        if "host" not in headers:
            with pytest.raises(InvalidStatus, match="403"):
                socket_of(address, headers)


def test_the_browser_is_started_without_the_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All users of a machine see command lines; the file that leads to the page is this user's alone, and goes."""
    opened: list[Path] = []

    def look(url: str) -> None:
        page = Path(urlsplit(url).path)
        assert TOKEN not in url
        assert TOKEN in page.read_text(encoding="utf-8")
        assert stat.S_IMODE(page.stat().st_mode) == 0o600
        opened.append(page)

    def stop(server: uvicorn.Server, sockets: list[socket.socket]) -> None:
        # A press profile is a message of twenty million letters; one that is too long would end the page.
        assert server.config.ws_max_size > conversation.MOST_LETTERS
        sockets[0].close()
        signal.raise_signal(signal.SIGTERM)

    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr("webbrowser.open", look)
    monkeypatch.setattr("secrets.token_urlsafe", lambda _: TOKEN)
    monkeypatch.setattr("uvicorn.Server.run", stop)
    assert run("studio", str(tmp_path)).code == 0
    assert [page.exists() for page in opened] == [False]


MALFORMED: list[tuple[str, int]] = [
    ("", -32700),
    ("{", -32700),
    ("[" * 100_000, -32700),
    (" " * 200_001, -32600),
    ("[]", -32600),
    ('{"method": 7}', -32600),
    ('{"id": 1, "method": "studio/read", "params": [1]}', -32602),
    ('{"id": 1, "method": "studio/read"}', -32001),
    ('{"id": 1, "method": "studio/read", "params": {"file": 7}}', -32001),
    ('{"id": 1, "method": "studio/read", "params": {"file": "kai.yaml\\u0000"}}', -32001),
    ('{"id": 1, "method": "studio/sheet", "params": {"file": "kai.yaml", "text": "name: \\ud800"}}', -32602),
    ('{"id": 1, "method": "studio/nothing"}', -32001),
    ('{"id": 1, "method": "textDocument/hover", "params": {"textDocument": 7}}', -32602),
    (
        '{"id": 1, "method": "textDocument/hover", "params": {"textDocument": {"uri": "file:///etc/passwd"}}}',
        -32602,
    ),
]


def test_a_malformed_message_is_answered_with_an_error(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the next message with what it asks for."""
    monkeypatch.setattr(conversation, "MOST_LETTERS", 200_000)
    with socket_of(serve(), {}) as client:
        for message, code in MALFORMED:
            client.send(message)
            assert json.loads(client.recv())["error"]["code"] == code, message[:80]
        client.send(b"\xff")
        assert json.loads(client.recv())["error"]["code"] == -32700
        client.send('{"id": 2, "method": "studio/files"}')
        assert json.loads(client.recv())["result"]["files"] == []


@pytest.mark.parametrize(
    "name", ["../secret.yaml", "link.yaml", "folder/secret.yaml", ".hidden.yaml", "kai.txt", "a\0.yaml", ""]
)
def test_no_file_outside_the_folder_is_touched(name: str, tmp_path: Path) -> None:
    """By a path, or by a link to a file or folder: it is not read, written, renamed nor deleted."""
    folder = tmp_path / "own"
    folder.mkdir()
    (tmp_path / "secret.yaml").write_text("name: secret\n", encoding="utf-8")
    (folder / "link.yaml").symlink_to("../secret.yaml")
    (folder / "folder").symlink_to("..")
    (folder / "kai.yaml").write_text("name: Kai\n", encoding="utf-8")
    studio = Studio(folder)

    def error(method: str, **params: Any) -> str:
        with pytest.raises(Exception) as refused:  # noqa: PT011
            studio.answer(method, params)
        return type(refused.value).__name__

    assert error("studio/read", file=name) == "Refused"
    assert error("studio/save", file=name, text="name: x\n", version=None) == "Refused"
    assert error("studio/sheet", file=name, text="name: x\n") == "Refused"
    assert error("studio/delete", file=name) == "Refused"
    assert error("studio/rename", file=name, to="other.yaml") == "Refused"
    if name != "kai.txt":
        assert error("studio/rename", file="kai.yaml", to=name) == "Refused"
    assert error("studio/restore", kept=f"../../{name}", file="b.yaml") == "Refused"
    assert (tmp_path / "secret.yaml").read_text(encoding="utf-8") == "name: secret\n"
    assert (folder / "kai.yaml").exists()


def test_nothing_is_deleted_through_a_link(tmp_path: Path, larry: Path) -> None:
    """The folder of deleted files may be a link that somebody sent with a folder."""
    (outside := tmp_path / "outside").mkdir()
    (folder := tmp_path / "own").mkdir()
    (folder / ".chargen").symlink_to("../outside")
    larry = larry.rename(folder / larry.name)
    for method, params in (("delete", {}), ("restore", {"kept": "larry.yaml"})):
        with pytest.raises(Refused, match="is a link that leads elsewhere"):
            Studio(folder).answer(f"studio/{method}", {"file": "larry.yaml", **params})
    assert (larry.exists(), list(outside.iterdir())) == (True, [])


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16"])
def test_what_cannot_be_written_back_is_not_saved(encoding: str, tmp_path: Path, larry: Path) -> None:
    """A file that is no UTF-8 has the error of `check` in the page; nothing that is sent changes it."""
    larry.write_text(LARRY.replace("Larry", "Zoë"), encoding=encoding)
    before, studio = larry.read_bytes(), Studio(tmp_path)
    read = studio.answer("studio/read", {"file": "larry.yaml"})
    assert read["isLocked"]
    assert studio.answer("studio/files", {})["files"][0]["game"] == "Five by Five"
    sheet = studio.answer("studio/sheet", read)
    assert [found["code"] for found in sheet["findings"]] == ["yaml/encoding"]
    assert not sheet["ok"]
    with pytest.raises(Refused, match="not UTF-8"):
        studio.answer("studio/save", {**read, "text": read["text"] + "voice: hums\n"})
    assert larry.read_bytes() == before


def test_a_lock_that_is_held_is_reported(tmp_path: Path, larry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The studio refuses after a moment, as it does one thing at a time; a command says that it waits, and goes on."""
    monkeypatch.setattr(fileio, "LOCK_SECONDS", 0.05)
    studio = Studio(tmp_path)
    read = studio.answer("studio/read", {"file": "larry.yaml"})
    with fileio.locked(larry), pytest.raises(Refused, match="another program keeps this folder locked"):
        ThreadPoolExecutor(1).submit(studio.answer, "studio/save", {**read, "text": "name: x\n"}).result()
    command = [
        sys.executable,
        "-c",
        "from chargen import fileio; fileio.LOCK_SECONDS = 0.05; from chargen.cli import main; main()",
    ]
    with fileio.locked(larry):
        waiting = subprocess.Popen([*command, "advance", larry, "award", "3"], stderr=subprocess.PIPE, text=True)
        assert waiting.stderr is not None
        assert waiting.stderr.readline().startswith("chargen: waiting for another chargen")
    waiting.communicate(timeout=60)
    assert waiting.returncode == 0
    assert "award: 3" in larry.read_text(encoding="utf-8")


def test_a_studio_that_only_shows_writes_nothing(tmp_path: Path, larry: Path) -> None:
    studio, before = Studio(tmp_path, read_only=True), larry.read_bytes()
    requests: dict[str, dict[str, Any]] = {
        "save": {"text": "x", "version": None},
        "create": {"game": "five-by-five", "name": "Kai"},
        "copy": {"text": "x"},
        "rename": {"to": "b.yaml"},
        "delete": {},
        "restore": {"kept": "x.yaml"},
    }
    for method, params in requests.items():
        with pytest.raises(Exception, match="only shows files"):
            studio.answer(f"studio/{method}", {"file": "larry.yaml", **params})
    assert [path.name for path in tmp_path.iterdir()] == ["larry.yaml"]
    assert larry.read_bytes() == before


def test_a_visit_asks_no_other_machine(serve: Serve, page: Page, larry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Form, text, points, dice, party, fight and print: page and server use 127.0.0.1 alone, at the studio's port."""
    asked: list[str] = []
    connected: list[object] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))

    def refuse(*arguments: object, **_: object) -> None:
        connected.append(arguments)
        raise OSError(errno.ENETUNREACH, "the network is cut")

    address = serve()
    for name in ("connect", "connect_ex", "sendto"):
        monkeypatch.setattr(socket.socket, name, refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    open_text(page, address)
    write_at_end(page, "voice: hums\n")
    sheet = shown_sheet(page)
    expect(sheet.get_by_text("hums")).to_be_visible()
    sheet.locator("[data-roll] .why").first.click()
    expect(sheet.locator(".outcome")).to_be_visible()
    for view in ("Form", "Points", "Party", "Fight"):
        page.get_by_role("button", name=view, exact=True).click()
    page.get_by_role("button", name="Larry Vance to the party", exact=True).click()
    page.get_by_role("button", name="Larry Vance to the other side", exact=True).click()
    expect(page.locator(".wins b").first).to_contain_text("The party wins")
    page.get_by_role("button", name="Print …").click()
    page.locator("select[name=pages]").select_option("play")
    with page.expect_download():
        page.get_by_role("button", name="Print", exact=True).click()

    own = address.partition("?")[0]
    assert {url.partition(":")[0] for url in asked} <= {"http", "ws", "data", "blob", "about"}
    assert [url for url in asked if url.startswith("http") and not url.startswith(own)] == []
    assert [url for url in asked if url.startswith("ws")] == [f"{own.replace('http', 'ws')}{TOKEN}/socket"]
    assert connected == []
