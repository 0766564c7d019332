"""Migration operations for guarded tables.

A migration that touches a guarded table wraps its operations in `WithoutGuards`: SQLite rebuilds a
table to change it and would lose its triggers without a word.
"""

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from scoring import guards


class _Guards(Operation):
    """Lift or install all guards; the contrary when the migration is taken back."""

    reduces_to_sql = False
    reversible = True
    installs: bool

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Guards are no part of the models' state."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Do it."""
        _settle(schema_editor)
        (guards.install if self.installs else guards.lift)(schema_editor.connection)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Do the contrary."""
        _settle(schema_editor)
        (guards.lift if self.installs else guards.install)(schema_editor.connection)


class LiftGuards(_Guards):
    """Drop every guard."""

    installs = False

    def describe(self) -> str:
        """For `migrate --plan`."""
        return "Lift the guards"


class InstallGuards(_Guards):
    """Create every guard whose table is there."""

    installs = True

    def describe(self) -> str:
        """For `migrate --plan`."""
        return "Install the guards"


def WithoutGuards(*operations: Operation) -> list[Operation]:  # noqa: N802 - reads like the operation it stands for
    """`operations` between lifting and installing: `operations =
    WithoutGuards(migrations.AddField(…))`.
    """
    return [LiftGuards(), *operations, InstallGuards()]


def _settle(schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Run what the editor deferred (foreign keys, indexes), so that triggers come after it."""
    while schema_editor.deferred_sql:
        schema_editor.execute(schema_editor.deferred_sql.pop(0), None)
