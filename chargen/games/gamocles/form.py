"""Declare how the form of Gamocles is laid out: the grid of traits and skills, whose cells are the checks."""

from typing import Any

from chargen.core.form import Form, Grid

FORM: Form[Any, Any] = Form(layouts=(Grid(key="traits", rows="skills"),))
