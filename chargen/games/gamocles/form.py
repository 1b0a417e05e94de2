"""Declare how the form of Gamocles is laid out: the grid of traits and skills, whose cells are the checks."""

from typing import Any

from chargen.games.gamocles.rules import USUAL, Rules
from chargen.page.form import Budget, Form, Grid

FORM: Form[Rules, Any] = Form(
    layouts=(Grid(key="traits", rows="skills", usual=lambda rules: f"tn_{rules.sheet_tn}"),),
    budgets=(Budget(name="usual", rules=USUAL),),
)
