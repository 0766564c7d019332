"""What comes in and what goes out, declared by hand: no model is read from here."""
