"""What people type, and where the answer to it stands."""
