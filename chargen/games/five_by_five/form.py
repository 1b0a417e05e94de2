"""Declare how the form of Five by Five is laid out: names and hit points in the order of their importance."""

from chargen.games.five_by_five.character import Character
from chargen.games.five_by_five.rules import Rules
from chargen.page.form import Form, Ranking

FORM: Form[Rules, Character] = Form(
    layouts=(
        Ranking(
            key="descriptors",
            values=lambda rules: sorted(rules.starting_values, reverse=True),
            also=("hit_points",),
            improves="improves",
        ),
    ),
    hidden=lambda rules: (
        *(() if rules.aspects else ("aspects", "aspect")),
        *(() if rules.advanced_descriptors else ("advanced", "power")),
    ),
)
