"""The audit log in words: one sentence for each thing done, and before → after.

Knows the actions the services write and what they write beside them. Names come with the rows.
"""

from scoring.words.audit.changes import Change, changes
from scoring.words.audit.rows import ACTORS, COLUMNS, to_cells, to_json, who
from scoring.words.audit.sentences import GROUPS, SENTENCES, sentence

__all__ = [
    "ACTORS",
    "COLUMNS",
    "GROUPS",
    "SENTENCES",
    "Change",
    "changes",
    "sentence",
    "to_cells",
    "to_json",
    "who",
]
