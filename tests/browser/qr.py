"""What a camera reads in a picture: the text of the QR code on a screenshot.

Knows PNG as a browser takes it: eight bits a colour, not interlaced.
"""

import struct
import zlib

import zxingcpp

COLOURS = {2: 3, 6: 4}  # bytes of a pixel, by the PNG's colour type


def decode(png: bytes) -> str:
    """The text of the one QR code in the picture; an assertion where there is none to be read."""
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    assert depth == 8
    size = COLOURS[kind]
    light = b"".join(row[1::size] for row in rows_of(png, height, width * size, size))
    image = memoryview(light).cast("B", (height, width))
    found = zxingcpp.read_barcodes(image)
    assert len(found) == 1, f"{len(found)} QR codes in the picture"
    return found[0].text


def rows_of(png: bytes, height: int, stride: int, size: int) -> list[bytearray]:
    """The rows of pixels, each put together from what PNG keeps: how it differs from others."""
    packed, at = b"", 8
    while at < len(png):
        length, name = struct.unpack(">I4s", png[at : at + 8])
        packed += png[at + 8 : at + 8 + length] if name == b"IDAT" else b""
        at += length + 12
    raw, above, rows = zlib.decompress(packed), bytearray(stride), []
    for start in range(0, height * (stride + 1), stride + 1):
        row = bytearray(raw[start + 1 : start + 1 + stride])
        for i in range(stride):
            left, corner = (row[i - size], above[i - size]) if i >= size else (0, 0)
            row[i] = row[i] + guess(raw[start], left, above[i], corner) & 255
        rows.append(row)
        above = row
    return rows


def guess(how: int, left: int, up: int, corner: int) -> int:
    """What PNG expects of a byte after its neighbours; `how` as section 9 of its standard says."""
    if how == 4:
        near = left + up - corner
        return min(left, up, corner, key=lambda one: abs(near - one))
    return (0, left, up, (left + up) // 2)[how]
