"""The sheet's point reckoning and ledger."""

from chargen.core.roll import signed
from chargen.core.sheet import Cell, Label, Table
from chargen.systems.facade.character import (
    Character,
)
from chargen.systems.facade.columns import column
from chargen.systems.facade.reckoning import sum_of, written


def reckoning(character: Character) -> Table:
    found = character.reckoning
    rows: list[tuple[Cell, ...]] = [
        (
            area.name,
            sum_of(area),
            written(area.spent),
            str(area.granted),
            str(area.from_pool) if area.from_pool else "",
            written(area.left) if area.left else "",
        )
        for area in found.areas
    ]
    made_of = [f"{found.granted} granted"]
    made_of += [f"{found.refunded} from negatives"] if found.refunded else []
    made_of += [f"{found.earned} earned"] if found.earned else []
    rows.append(
        (
            found.pool_name,
            " + ".join(made_of),
            str(found.needed),
            str(found.available),
            "",
            str(max(found.left, 0)) if found.left else "",
        )
    )
    return Table(
        name="reckoning",
        title="Point reckoning",
        columns=(
            column("Area", 7, left=True),
            column("Made of", 60, left=True),
            column("Cost", 9),
            column("Granted", 9),
            column(found.pool_name, 8, "points of the common pool that cover the rest"),
            column("Left", 8),
        ),
        rows=tuple(rows),
        reference=True,
    )


def ledger(character: Character) -> Table | None:
    if not character.ledger:
        return None
    rows: list[tuple[Cell, ...]] = [
        (line.date, Label(line.what, line.why), _change(line.change), signed(line.balance)) for line in character.ledger
    ]
    return Table(
        name="experience",
        title="Experience",
        columns=(
            column("Date", 16, left=True),
            column("What", 60, left=True),
            column(character.reckoning.pool_name, 12),
            column("Left", 12),
        ),
        rows=tuple(rows),
        reference=True,
    )


def _change(change: float) -> str:
    return f"+{change}" if change > 0 else f"−{-change}" if change < 0 else "0"
