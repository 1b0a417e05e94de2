"""Make a game of one YAML file: a format, a formula language, and the declarations of `chargen.kit`."""
