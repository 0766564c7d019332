"""How numbers look, where Django's own formats leave something out."""
