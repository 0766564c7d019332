"""Pages. Each view parses, calls one service, selector or page, and answers."""
