"""Files of every style that YAML allows, with a ledger in them."""

from random import Random

ENTRIES = (
    "{award: 5}",
    "{award: 5, why: 'a session: the docks', date: 2026-11-20}",
    '{"raise": "Sword", "to": 4}',
    "{gain: {name: Cold Blood, requires: {grit: 3}}}",
    "{award: 5,   why: x }",
    "{practice: [Climb, Swim], for: Climb}",
    "{award: 1, why: 🏮 und Öl}",
)
BLOCKS = (
    "award: 5\n{0}why: a session  # late\n{0}date: 2026-11-20",
    "award: 5",
    "raise: Sword\n\n{0}# dear\n{0}to: 4",
    'award: 2\n{0}why: "in two\n{0}  lines"',
    "gain:\n{0}  name: Cold Blood\n{0}  requires:\n{0}    grit: 3",
    "why:\n{0}award: 3",
    "award: 3\n{0}why: |\n{0}  Letter for\n{0}\n{0}  letter",
)
COMMENTS = ("", "", "", "  # 4 left", "\t# tab", "   ")
BETWEEN = ("", "", "", "\n", "# between\n", "      # deep\n", "\n# {award: 9}\n")
HEADS = (
    "system: five-by-five\nname: Kai  # Brenner\n",
    "# a head\n\n---\nsystem: &game five-by-five\n'name': \"Kai\"\n",
    'name: Kai\nsystem: "five-by-five"\nnotes: |\n  - award: 3\n  advancement: []\n',
    "name: Kai 🏮\nsystem: five-by-five\nbag: [rope, 'a \"hook\"']\n",
)
TAILS = (
    "",
    "",
    "player: Ada\n",
    "\n# the end\n",
    "concept: |\n  In two\n  lines\n",
    "equipment:\n- rope\n- oil\n",
    "...\n",
    "\n \n",
)


def styled(random: Random) -> bytes:
    """Return a file with a ledger in a random place and style, and random line ends, BOM and final newline."""
    head, tail = random.choice(HEADS), random.choice(TAILS)
    is_first = not head.startswith("#") and random.random() < 0.3
    text = f"{ledger(random)}{head}{tail}" if is_first else f"{head}{ledger(random)}{tail}"
    if random.random() < 0.08:
        text = json_like(random)
    if random.random() < 0.3:
        text = text.rstrip("\n")
    text = text.replace("\n", random.choice(("\n", "\n", "\r\n", "\r")))
    return (b"\xef\xbb\xbf" if random.random() < 0.15 else b"") + text.encode()


def ledger(random: Random) -> str:
    """Return a ledger in a random style, or none."""
    key = random.choice(("advancement", "advancement", "Advancement", '"advancement"', "advancement "))
    entries = [random.choice(ENTRIES) for _ in range(random.choice((0, 1, 1, 2, 3)))]
    comment = random.choice(COMMENTS)
    match random.randrange(8):
        case 0:
            return ""
        case 1:
            return f"{key}:{random.choice(('', ' ~', ' null', ' []', ' [ ]', ' [', ' &l []'))}{comment}\n".replace(
                f"[{comment}", f"[{comment}\n]"
            )
        case 2:
            anchor = random.choice(("", "", "&one "))
            single = anchor + random.choice((*ENTRIES, "{award: 5,\n  why: x}"))
            return f"{key}: {single}{comment}\n"
        case 3:
            indent = random.choice((" ", "  ", "    "))
            return f"{key}:{comment}\n{indent}{random.choice(BLOCKS).format(indent)}{random.choice(COMMENTS[:3])}\n"
        case 4:
            inner = ", ".join(entries)
            brackets = random.choice(("[{}]", "[ {} ]", "[{},]", "&l [{}]")) if inner else "[]"
            return f"{key}: {brackets.format(inner)}{comment}\n"
        case 5 if entries:
            indent, end = random.choice(("  ", "    ", "  \t")), random.choice((",", ""))
            lines = [f"{indent}{entry}," for entry in entries]
            lines[-1] = lines[-1][:-1] + end
            noted = "".join(f"{line}{random.choice(COMMENTS)}\n" for line in lines)
            if random.random() < 0.3:  # the bracket directly behind the last entry
                noted = f"{noted[: noted.rindex(lines[-1])]}{lines[-1]}"
            return f"{key}: [{comment}\n{noted}]\n"
        case _ if entries:
            indent, gap = random.choice(("", "  ", "    ")), random.choice((" ", " ", "  "))
            text = f"{key}:{comment}\n"
            for entry in entries:
                text += random.choice(BETWEEN)
                anchor = random.choice(("", "", "&a1 "))
                if random.random() < 0.5:
                    text += f"{indent}-{gap}{anchor}{entry}{random.choice(COMMENTS)}\n"
                else:
                    block = random.choice(BLOCKS).format(indent + " " + gap)
                    text += f"{indent}-{gap}{block}\n"
            return text
    return ""


def json_like(random: Random) -> str:
    """Return a file in flow style from top to bottom."""
    entries = ", ".join(random.choices(ENTRIES, k=random.randrange(3)))
    ledger = random.choice(
        ("", f', "advancement": [{entries}]', ', "advancement": {"award": 4}', ', "advancement": []')
    )
    return f'{{"system": "five-by-five", "name": "Kai"{ledger}{random.choice(("", ","))}}}\n'
