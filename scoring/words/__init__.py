"""Sentences, one module a subject; `scoring.messages` is their face.

Know codes, reasons and values. Know no tables, no pages, and ask no database.
"""
