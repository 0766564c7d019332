"""Pages of a season: its table, its life, its policies and penalties."""
