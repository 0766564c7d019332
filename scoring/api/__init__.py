"""The REST API, version 1: parse, call one service or selector, answer.

Knows JSON, HTTP and OpenAPI. Knows no tables and no rules (architecture.md, section 9).
"""
