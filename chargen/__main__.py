"""`python -m chargen`."""

from chargen.cli import main

if __name__ == "__main__":
    main()
