"""The sentences of the table page, for its scripts: by key, in the language of the request.

Knows words. `{name}` stands for what the page puts in.
"""

from collections.abc import Mapping

from django.utils.translation import gettext as _


def table_words() -> Mapping[str, str]:
    """Every sentence the page may have to say by itself."""
    return {
        "save": _("Lưu ván {number}"),
    }
