"""Othello boards as 64-bit words: which discs a move turns, where a side can move.

A1 is bit 0, H1 bit 7, H8 bit 63. Both questions look along the eight directions at once: as four lanes of one vector
for the rays that run towards the higher bits, and four for those that run towards the lower ones. Each function is
there twice: in plain Python, one direction after another, and as vector code for the compiler. They give the same
answers.
"""

import numpy as np

from mpi_search.machine.native import get_or_insert_function, intrinsic, ir, overload, types

#: Opponent's discs in the outer files cannot be turned by a move along a row or a diagonal.
INNER_FILES = 0x7E7E7E7E7E7E7E7E
#: Steps to the higher bits: east, south-west, south, south-east; with the discs that can be jumped that way.
STEPS = (1, 7, 8, 9)
JUMPED = (INNER_FILES, INNER_FILES, (1 << 64) - 1, INNER_FILES)
DIRECTIONS = ((1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1))


def ray(square, direction):
    """The squares from `square`, exclusive, to the edge of the board."""
    (file, rank), (right, down) = (square % 8, square // 8), direction
    squares = []
    while 0 <= (file := file + right) < 8 and 0 <= (rank := rank + down) < 8:
        squares.append(8 * rank + file)
    return squares


#: For each square the rays in the order of DIRECTIONS, four to the higher bits and four to the lower: lists of squares.
SQUARES_OF_RAYS = [[[1 << s for s in ray(square, direction)] for direction in DIRECTIONS] for square in range(64)]
#: The same, each ray as one word.
RAYS = np.array([[sum(discs) for discs in rays] for rays in SQUARES_OF_RAYS], np.uint64)


# --- in plain Python -----------------------------------------------------------------------------------------------


def flips(own, other, square):
    """The discs that `own` turns by playing on the empty `square`; none if the move is not legal."""
    own, other, turned = int(own), int(other), 0
    for discs in SQUARES_OF_RAYS[square]:
        line = 0
        for disc in discs:
            if not other & disc:
                if own & disc:
                    turned |= line
                break
            line |= disc
    return np.uint64(turned)


def mobility(own, other):
    """The squares where `own` can move: those behind a run of the opponent's discs that begins next to an own one."""
    own, other, reached = int(own), int(other), 0
    for step, jumped in zip(STEPS, JUMPED, strict=True):
        jumped &= other
        run = own << step & jumped
        while run:
            run <<= step
            reached |= run
            run &= jumped
        run = own >> step & jumped
        while run:
            run >>= step
            reached |= run
            run &= jumped
    return np.uint64(reached & ~(own | other) & ((1 << 64) - 1))


# --- for the compiler ----------------------------------------------------------------------------------------------

_WORD = ir.IntType(64)
_LANES = ir.VectorType(_WORD, 4)


def _constant(*words):
    return ir.Constant(_LANES, list(words if len(words) == 4 else words * 4))


def _broadcast(builder, word):
    """The same word in all four lanes."""
    undefined = ir.Constant(_LANES, ir.Undefined)
    first = builder.insert_element(undefined, word, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(first, undefined, ir.Constant(ir.VectorType(ir.IntType(32), 4), [0] * 4))


def _union(builder, lanes):
    """The OR of the four lanes."""
    kind = ir.FunctionType(_WORD, [_LANES])
    return builder.call(get_or_insert_function(builder.module, kind, "llvm.vector.reduce.or.v4i64"), [lanes])


def _leading_zeros(builder, lanes):
    """Of each lane, none of which is zero."""
    kind = ir.FunctionType(_LANES, [_LANES, ir.IntType(1)])
    count = get_or_insert_function(builder.module, kind, "llvm.ctlz.v4i64")
    return builder.call(count, [lanes, ir.Constant(ir.IntType(1), 1)])


def _flips_upwards(b, own, other, rays):
    """On rays to the higher bits: a carry runs through the opponent's discs and stops at what encloses them."""
    carry = b.add(b.or_(other, b.not_(rays)), _constant(1))
    end = b.and_(b.and_(carry, own), rays)
    below_end = b.add(end, b.sext(b.icmp_unsigned("!=", end, _constant(0)), _LANES))
    return b.and_(below_end, rays)


def _flips_downwards(b, own, other, rays):
    """On rays to the lower bits: the highest square of the ray that is not the opponent's is what encloses them."""
    stops = b.or_(b.and_(rays, b.not_(other)), _constant(1))
    end = b.and_(b.lshr(_constant(1 << 63), _leading_zeros(b, stops)), b.and_(own, rays))
    above_end = b.sub(_constant(0), b.add(end, end))
    return b.and_(above_end, rays)


@intrinsic
def _flips_lanes(typing_context, rays, own, other, square):
    def emit(context, builder, signature, args):
        rows = context.make_array(signature.args[0])(context, builder, args[0])
        start = builder.gep(rows.data, [builder.mul(args[3], ir.Constant(_WORD, 8))])
        vectors = builder.bitcast(start, _LANES.as_pointer())
        upwards = builder.load(vectors, align=8)
        downwards = builder.load(builder.gep(vectors, [ir.Constant(_WORD, 1)]), align=8)
        own, other = _broadcast(builder, args[1]), _broadcast(builder, args[2])
        up = _flips_upwards(builder, own, other, upwards)
        return _union(builder, builder.or_(up, _flips_downwards(builder, own, other, downwards)))

    return types.uint64(rays, types.uint64, types.uint64, types.int64), emit


@intrinsic
def _mobility_lanes(typing_context, own, other):
    """Parallel prefix: runs of 1, then up to 2, 4 and 6 opponent's discs next to own ones, in each direction."""

    def emit(context, builder, signature, args):
        b, own, other = builder, _broadcast(builder, args[0]), _broadcast(builder, args[1])
        step, two_steps = _constant(*STEPS), _constant(*(2 * step for step in STEPS))
        jumped = b.and_(other, _constant(*JUMPED))
        up, down = b.and_(jumped, b.shl(own, step)), b.and_(jumped, b.lshr(own, step))
        up, down = b.or_(up, b.and_(jumped, b.shl(up, step))), b.or_(down, b.and_(jumped, b.lshr(down, step)))
        pairs_up = b.and_(jumped, b.shl(jumped, step))
        pairs_down = b.and_(jumped, b.lshr(jumped, step))
        for _ in range(2):
            up = b.or_(up, b.and_(pairs_up, b.shl(up, two_steps)))
            down = b.or_(down, b.and_(pairs_down, b.lshr(down, two_steps)))
        reached = _union(b, b.or_(b.shl(up, step), b.lshr(down, step)))
        return b.and_(reached, b.not_(b.or_(args[0], args[1])))

    return types.uint64(types.uint64, types.uint64), emit


@overload(flips, strict=False, jit_options={"forceinline": True})
def _flips(own, other, square):
    return lambda own, other, square: _flips_lanes(RAYS, np.uint64(own), np.uint64(other), np.int64(square))


@overload(mobility, strict=False, jit_options={"forceinline": True})
def _mobility(own, other):
    return lambda own, other: _mobility_lanes(np.uint64(own), np.uint64(other))
