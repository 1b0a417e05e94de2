import sqlite3

import chargen

rows = chargen.table(chargen.npcs("five-by-five", role="guard", seed="docks", number=500))
with sqlite3.connect("people.db") as database:
    columns = ", ".join(f'"{column}"' for column in rows[0])
    database.execute(f"CREATE TABLE IF NOT EXISTS people ({columns})")
    marks = ", ".join("?" for _ in rows[0])
    database.executemany(f"INSERT INTO people VALUES ({marks})", [tuple(row.values()) for row in rows])
    [(strongest, points)] = database.execute(
        'SELECT name, "stats.hit_points" FROM people ORDER BY "stats.hit_points" DESC, name LIMIT 1'
    )
    print(strongest, points)
