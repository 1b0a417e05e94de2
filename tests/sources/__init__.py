"""What arguments name: spreadsheets."""
