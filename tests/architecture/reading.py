"""What the settings read from the environment, found in their source."""

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SETTINGS = ROOT / "phom_league/settings"
# Read by Django and by gunicorn themselves.
READ_BY_LIBRARIES = {"DJANGO_SETTINGS_MODULE", "WEB_CONCURRENCY"}


def variables(*modules: str) -> set[str]:
    """The environment variables these settings modules read, helpers they import included."""
    helpers = ast.parse((SETTINGS / "environment.py").read_text(encoding="utf-8"))
    functions = {node.name: node for node in helpers.body if isinstance(node, ast.FunctionDef)}
    found: set[str] = set()
    for module in modules:
        tree = ast.parse((SETTINGS / f"{module}.py").read_text(encoding="utf-8"))
        found |= _read_in(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                helper = functions.get(node.func.id)
                found |= _read_in(helper) if helper else set()
    return found


def _read_in(tree: ast.AST) -> set[str]:
    return {
        node.args[0].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "env"
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }
