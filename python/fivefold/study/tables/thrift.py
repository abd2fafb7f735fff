"""Thrift's compact protocol, as far as the heads and the foot of a Parquet file need it.

Source: https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md
"""

from typing import Any


class Byte(int):
    """A number of eight bits; a plain `int` is written as one of 32."""


class Long(int):
    """A number of 64 bits."""


def varint(number: int) -> bytes:
    """Give a number without sign, seven bits a byte, the lowest first.

    Parameters
    ----------
    number : int
        0 or more.
    """
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def zigzag(number: int) -> bytes:
    """Give a number with a sign: 0, -1, 1, -2 ... are numbered 0, 1, 2, 3 ...

    Parameters
    ----------
    number : int
        From -2^63 to 2^63-1.
    """
    return varint(number << 1 if number >= 0 else (-number << 1) - 1)


def encode(value: Any) -> bytes:
    """Write a value.

    Parameters
    ----------
    value : bool, Byte, int, Long, bytes, str, list or dict
        A dict is a structure: the numbers of its fields, ascending by at most 15, and what they hold. One
        that holds None is left out. The items of a list, one at least, are of one type.
    """
    if isinstance(value, Byte):
        return int(value).to_bytes(1, "little", signed=True)
    if isinstance(value, int):
        return zigzag(value)
    if isinstance(value, (bytes, str)):
        data = value.encode() if isinstance(value, str) else value
        return varint(len(data)) + data
    if isinstance(value, list):
        kind, count = _kind(value[0]), len(value)
        head = bytes([count << 4 | kind]) if count < 15 else bytes([0xF0 | kind]) + varint(count)
        return head + b"".join(map(encode, value))
    out, last = bytearray(), 0
    for number, held in value.items():
        if held is not None:
            out.append(number - last << 4 | _kind(held))
            # The kind says already which of the two it is.
            out += b"" if isinstance(held, bool) else encode(held)
            last = number
    return bytes(out) + b"\0"


def _kind(value: Any) -> int:
    if isinstance(value, bool):
        return 1 if value else 2
    for kind, number in ((Byte, 3), (Long, 6), (int, 5), (bytes, 8), (str, 8), (list, 9)):
        if isinstance(value, kind):
            return number
    return 12
