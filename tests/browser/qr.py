"""What a phone's camera reads in a picture.

Knows PNG as browsers write it: eight bits, not interlaced. One channel is enough, and the filters
of a channel ask for no other.
"""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

import zxingcpp

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {0: 1, 2: 3, 6: 4}  # by colour type: grey, RGB, RGBA


@dataclass(frozen=True)
class Png:
    """Its head, and its packed lines."""

    width: int
    height: int
    channels: int
    data: bytes

    @classmethod
    def of(cls, png: bytes) -> "Png":
        """Read the chunks; an error for what is no such picture."""
        assert png.startswith(SIGNATURE)
        chunks = list(_chunks(png))
        head = next(body for kind, body in chunks if kind == b"IHDR")
        width, height, depth, colour, _packed, _filtered, interlaced = struct.unpack(
            ">IIBBBBB", head
        )
        assert (depth, interlaced) == (8, 0)
        data = b"".join(body for kind, body in chunks if kind == b"IDAT")
        return cls(width, height, CHANNELS[colour], zlib.decompress(data))


def decode(png: bytes) -> str:
    """The text of the one square in it."""
    (found,) = zxingcpp.read_barcodes(_grey(Png.of(png)))
    return str(found.text)


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += length + 12


def _grey(png: Png) -> memoryview:
    """The first channel, row by row."""
    stride = 1 + png.width * png.channels
    before = bytearray(png.width)
    rows = bytearray()
    for start in range(0, stride * png.height, stride):
        line = bytearray(png.data[start + 1 : start + stride : png.channels])
        before = _plain(png.data[start], line, before)
        rows += before
    return memoryview(rows).cast("B", (png.height, png.width))


def _plain(how: int, line: bytearray, before: bytearray) -> bytearray:
    """A line without its filter: the standard's 0 to 4."""
    if how == 0:
        return line
    if how == 2:
        return bytearray((one + up) & 255 for one, up in zip(line, before, strict=True))
    left = corner = 0
    for index, up in enumerate(before):
        guess = left if how == 1 else (left + up) // 2 if how == 3 else _paeth(left, up, corner)
        left = line[index] = (line[index] + guess) & 255
        corner = up
    return line


def _paeth(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    return min((left, up, corner), key=lambda one: abs(guess - one))
