"""The hash table: claims about positions, shared without locks.

    entry   two 64-bit words: key XOR data, data
    data    | generation 3 | weight 5 | depth 8 | move 16 | upper 16 | lower 16 |   (high to low)
    bucket  four entries, one cache line

A torn entry (its words from two writers) does not match any key and is passed over. An entry claims: the position
searched to `depth` is worth at least `lower` and at most `upper`. Since that is true of the position alone, claims
from any search, window or rank may be combined.
"""

from __future__ import annotations

from typing import Any

from mpi_search.machine.bits import highest, prefetch, u64
from mpi_search.machine.jit import jit
from mpi_search.rules.hooks import MAX_VALUE
from mpi_search.search.core.frames import NO_MOVE

WAYS = 4
BUCKET_WORDS = 2 * WAYS
_BIAS = 32768
_16 = u64(0xFFFF)


@jit(inline=True, inner=True)
def bucket_of(table: Any, key: Any) -> Any:
    """The index of the first word of the key's bucket."""
    buckets = u64(table.size // BUCKET_WORDS)
    return int(((key >> u64(32)) * buckets) >> u64(32)) * BUCKET_WORDS


@jit(inline=True, inner=True)
def fetch(table: Any, key: Any) -> None:
    """Have the key's bucket on its way before it is probed."""
    prefetch(table, bucket_of(table, key))


@jit(inline=True, inner=True)
def pack(lower: Any, upper: Any, move: Any, depth: Any, weight: Any, generation: Any) -> Any:
    """The data word of an entry."""
    return (
        u64(lower + _BIAS)
        | (u64(upper + _BIAS) << u64(16))
        | (u64(move) << u64(32))
        | (u64(depth) << u64(48))
        | (u64(weight) << u64(56))
        | (u64(generation & 7) << u64(61))
    )


@jit(inline=True, inner=True)
def unpack(data: Any) -> Any:
    """(lower, upper, move, depth, weight, generation) of a data word."""
    lower = int(data & _16) - _BIAS
    upper = int((data >> u64(16)) & _16) - _BIAS
    move = int((data >> u64(32)) & _16)
    depth = int((data >> u64(48)) & u64(255))
    weight = int((data >> u64(56)) & u64(31))
    return lower, upper, move, depth, weight, int(data >> u64(61))


@jit(inline=True, inner=True)
def find(table: Any, base: Any, key: Any) -> Any:
    """(index, data) of the key's entry in its bucket; the index is -1 if there is none. The data are read only once,
    for another rank may write in between."""
    for way in range(WAYS):
        at = base + 2 * way
        data = table[at + 1]
        if table[at] ^ data == key and data != u64(0):
            return at, data
    return -1, u64(0)


@jit(inline=True, inner=True)
def probe(table: Any, key: Any, depth: Any) -> Any:
    """(lower, upper, move): what is known of the position at exactly this depth, and the best move of any depth."""
    at, data = find(table, bucket_of(table, key), key)
    if at < 0:
        return -MAX_VALUE, MAX_VALUE, NO_MOVE
    lower, upper, move, stored_depth, _, _ = unpack(data)
    if stored_depth != depth:
        return -MAX_VALUE, MAX_VALUE, move
    return lower, upper, move


@jit(inline=True, inner=True)
def victim(table: Any, base: Any, generation: Any) -> Any:
    """The entry that is cheapest to lose: of an earlier generation first, then the least work."""
    worst, at = 1 << 30, base
    for way in range(WAYS):
        data = table[base + 2 * way + 1]
        price = int((data >> u64(56)) & u64(31))
        if int(data >> u64(61)) == generation & 7:
            price += 32
        if data == u64(0):
            price = -1
        if price < worst:
            worst, at = price, base + 2 * way
    return at


@jit(inner=True)
def store(table: Any, key: Any, lower: Any, upper: Any, move: Any, depth: Any, nodes: Any, generation: Any) -> Any:
    """Record a claim, and return its data word. `nodes` is what it cost to find: expensive entries are kept longer."""
    return put(table, key, lower, upper, move, depth, min(highest(nodes | 1), 31), generation)


@jit(inline=True, inner=True)
def put(table: Any, key: Any, lower: Any, upper: Any, move: Any, depth: Any, weight: Any, generation: Any) -> Any:
    """Write a claim into its bucket, joined to what is there already."""
    base = bucket_of(table, key)
    at, data = find(table, base, key)
    if at < 0:
        at = victim(table, base, generation)
    else:
        old_lower, old_upper, old_move, old_depth, old_weight, old_generation = unpack(data)
        if old_depth > depth and old_generation == generation & 7:
            return data
        if old_depth == depth:
            lower, upper, weight = max(lower, old_lower), min(upper, old_upper), max(weight, old_weight)
        if move == NO_MOVE:
            move = old_move
    data = pack(lower, upper, move, depth, weight, generation)
    table[at] = key ^ data
    table[at + 1] = data
    return data
