"""QR codes: as inline SVG for a page, as rows of modules for whoever draws them otherwise.

Dark on light whatever the theme, so that every camera reads them.
"""

from collections.abc import Sequence

import segno
from django.utils.safestring import SafeString, mark_safe


def draw_qr(address: str) -> SafeString:
    """The SVG of an address; its module is one unit, with the quiet zone the standard asks for."""
    drawing = _code(address).svg_inline(
        dark="#000", light="#fff", border=4, omitsize=True, svgclass="qr", lineclass=None
    )
    return mark_safe(drawing)  # noqa: S308 - drawn here, from numbers


def qr_rows(address: str) -> Sequence[str]:
    """Its modules row by row, 1 for dark, without the quiet zone."""
    return ["".join("1" if module else "0" for module in row) for row in _code(address).matrix]


def _code(address: str) -> segno.QRCode:
    return segno.make(address, error="m", micro=False)
