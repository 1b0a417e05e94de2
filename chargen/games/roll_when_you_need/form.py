"""Declare how the form of Roll When You Need is laid out: abilities in columns by their rating."""

from typing import Any

from chargen.core.form import Columns, Form

FORM: Form[Any, Any] = Form(
    layouts=(Columns(key="abilities", values=(5, 4, 3, 2, 1), unlisted=1, apart=("wealth", "reputation")),),
)
