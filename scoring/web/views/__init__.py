"""The pages and the buttons on them, one module a noun: parse, one service or selector, answer."""
