"""The form of a deal: from what was typed to a sheet, and back, with the questions in between."""
