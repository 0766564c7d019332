"""The kinds of revisions people make, for callers that see no tables."""

from scoring.models import RevisionKind

__all__ = ["CORRECT", "RESTORE", "VOID", "RevisionKind"]

CORRECT = RevisionKind.CORRECT
VOID = RevisionKind.VOID
RESTORE = RevisionKind.RESTORE
