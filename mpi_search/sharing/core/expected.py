"""What a node is expected to be: its type in the minimal tree, and whether a search on one rank would come to it.

References: D. Knuth and R. Moore, An analysis of alpha-beta pruning (1975); T. Marsland and F. Popowich, Parallel
game-tree search (1985), for the names PV, CUT and ALL.

Expectations decide which work is shared first, and nothing else.
"""

from __future__ import annotations

import math
from typing import Any

from mpi_search.machine.jit import jit
from mpi_search.rules.hooks import EVALUATION_ERROR, evaluate, load_state
from mpi_search.search.core.frames import ALL, CLAIM_ONLY, CUT, MOVE_MASK, PV, TO_END, TOP
from mpi_search.sharing.core.board import SLOTS
from mpi_search.sharing.core.gifts import number_of, slot_of

#: A CUT node where so many children have failed to cut off is an ALL node in truth.
RETYPE = 3
#: The chance that the first, second, ... child of a CUT node fails to cut it off, if those before it have failed.
FAILS_0, FAILS_1, FAILS_LATER = 0.15, 0.5, 0.7
#: The odds that a node is what it is expected to be, before anything was searched below it.
ODDS = 5.5
#: Odds that come from an evaluation are too sure of themselves: this factor and power, fitted, set them right.
BIAS, TEMPER = 0.59, 0.51
#: What one rank tells another of a frame: its odds above its evidence, in millionths.
OPINION_BITS, OPINION_UNIT = 32, 1e6
OPINION_MASK = (1 << OPINION_BITS) - 1
#: The logarithm of the odds that a node cuts off whose evaluation says neither yes nor no: by the type expected of it,
#: and its place among its brothers.
CUTS_0, CUTS_1, CUTS_2, CUTS_LATER = -0.3, 0.3, 0.5, 1.6
ALL_CUTS_0, ALL_CUTS_LATER = -1.2, -0.3


@jit(inline=True, inner=True)
def alternate(node_type: Any, begun: Any) -> Any:
    """The type of a child of a CUT or ALL node, if that many have been begun."""
    return CUT if node_type == ALL or begun > RETYPE else ALL


@jit(inline=True, inner=True)
def child_type(node_type: Any, begun: Any, scout: Any) -> Any:
    """The expected type of the child that is the last of `begun`, and only tested if it is a scout."""
    if node_type == PV:
        return CUT if scout else PV
    return alternate(node_type, begun)


@jit(inline=True, inner=True)
def fails(number: Any) -> Any:
    """The chance that a child of a CUT node fails to cut it off, by its place among the children."""
    return FAILS_0 if number == 0 else FAILS_1 if number == 1 else FAILS_LATER


@jit(inline=True, inner=True)
def blame(number: Any, evidence_below: Any) -> Any:
    """How much likelier what was seen below a child under way is if the frame is CUT than if it is ALL."""
    cuts = 1.0 - fails(number)
    return cuts * evidence_below + 1.0 - cuts


@jit(inline=True, inner=True)
def inclination(node_type: Any, number: Any) -> Any:
    """How much a node is inclined to cut off, before its evaluation is known: the logarithm of the odds."""
    if node_type == ALL:
        return ALL_CUTS_0 if number == 0 else ALL_CUTS_LATER
    return CUTS_0 if number == 0 else CUTS_1 if number == 1 else CUTS_2 if number == 2 else CUTS_LATER


@jit(inner=True)
def look_at(tree: Any, ply: Any) -> None:
    """Say of the frame at `ply` what it seems to be, by what its parent seems to be and by its evaluation."""
    note = tree.links.notes[ply]
    node_type, number = note.type, 0
    if ply > 0:
        number = tree.frames[ply - 1].number
        node_type = alternate(tree.links.notes[ply - 1].seems, number + 1)
    margin = evaluate(load_state(tree.states, ply)) - tree.frames[ply].beta + 0.5
    cuts = max(-7.0, min(7.0, inclination(node_type, number) + margin / EVALUATION_ERROR))
    note.seems = CUT if cuts > 0 else ALL
    note.odds = math.exp(-cuts)


@jit(inline=True, inner=True)
def is_judged(tree: Any, ply: Any) -> Any:
    """Whether the evaluation says something about what the frame at `ply` is."""
    return EVALUATION_ERROR > 0 and tree.frames[ply].depth == TO_END and tree.links.notes[ply].type != PV


@jit(inner=True)
def expect(tree: Any) -> None:
    """Note in every new frame what it seems to be, and the odds, before anything was searched below it.

    Types alternate on the way down, so one that is wrong makes all below it wrong; an evaluation sets them right. The
    root of the whole search is left alone: who asks about it knows better.
    """
    for ply in range(tree.counters[TOP] + 1):
        note = tree.links.notes[ply]
        if note.odds == 0.0:
            note.seems = note.type
            note.odds = ODDS if note.type == ALL else 1 / ODDS
            if is_judged(tree, ply) and (ply > 0 or tree.counters[CLAIM_ONLY]):
                look_at(tree, ply)


@jit(inline=True, inner=True)
def opinion(note: Any) -> Any:
    """What is thought of a frame and was seen below it, in one word, for the rank whose child it is."""
    return int(note.odds * OPINION_UNIT) << OPINION_BITS | int(note.evidence * OPINION_UNIT)


@jit(inline=True, inner=True)
def gift(tree: Any, ply: Any, index: Any) -> Any:
    """(number, odds, evidence) of a child given away; odds and evidence are 0 if nothing is known of it."""
    noted = tree.links.gifts[ply, index]
    slot = slot_of(noted)
    word = tree.links.row[slot + SLOTS] if slot > 0 else 0
    return number_of(noted), (word >> OPINION_BITS) / OPINION_UNIT, (word & OPINION_MASK) / OPINION_UNIT


@jit(inner=True)
def weigh(tree: Any) -> None:
    """Note in every frame how much likelier what was seen below it is if it is an ALL node than if it is a CUT node.

    Children that have failed to cut off speak for ALL. What speaks for ALL in a child under way, here or with another
    rank, speaks for CUT here: a child that takes long is often one that will cut off.
    """
    below = 1.0
    for ply in range(tree.counters[TOP], -1, -1):
        frame = tree.frames[ply]
        known = frame.begun - frame.pending
        first = 1 if ply < tree.counters[TOP] and frame.number == 0 else 0
        evidence = 1.0
        for number in range(first, first + known):
            evidence /= fails(number)
        if ply < tree.counters[TOP]:
            evidence /= blame(frame.number, below)
        for index in range(tree.links.notes[ply].away):
            number, odds, seen = gift(tree, ply, index)
            if odds > 0.0:
                evidence /= blame(number, seen)
        tree.links.notes[ply].evidence = below = max(1e-3, min(1e3, evidence))


@jit(inner=True)
def odds_of_all(note: Any) -> Any:
    """The odds that no child will cut a frame off: by what it seems to be and by what was seen below."""
    if note.seems == PV:  # a child that is better than alpha does not cut it off, as a rule
        return ODDS * ODDS
    return note.evidence * note.odds


@jit(inner=True)
def child_spares(note: Any, number: Any, judged: Any, odds: Any, evidence: Any) -> Any:
    """The chance that a child under way does not cut its frame off: that it is not an ALL node itself."""
    if judged and note.seems != PV:
        return 1 / (1 + BIAS * (evidence * odds) ** TEMPER)
    odds_here = odds_of_all(note)
    return (odds_here + fails(number) / blame(number, evidence)) / (odds_here + 1)


@jit(inner=True)
def spares(tree: Any, ply: Any) -> Any:
    """The same of the child on the stack."""
    note, child, number = tree.links.notes[ply], tree.links.notes[ply + 1], tree.frames[ply].number
    judged = is_judged(tree, ply + 1)
    if tree.frames[ply + 1].flipped and judged:
        return child_spares(note, number, True, 1 / child.odds, 1 / child.evidence)
    return child_spares(note, number, judged, child.odds, child.evidence)


@jit(inner=True)
def gifts_spare(tree: Any, ply: Any, before: Any, chance: Any) -> Any:
    """The chance that no child given away with a number below `before` cuts the frame off, nor another that does not
    with the given chance. In an ALL node none does. What ranks say of brothers goes wrong together, so the worst of it
    counts."""
    frame, note = tree.frames[ply], tree.links.notes[ply]
    place = frame.begun - frame.pending + (1 if chance < 1.0 else 0)  # of a child that nothing is known of yet
    silent = 1.0
    for index in range(note.away):
        number, odds, evidence = gift(tree, ply, index)
        if number < before and odds > 0.0:
            chance = min(chance, child_spares(note, number, is_judged(tree, ply), odds, evidence))
        elif number < before:
            silent *= fails(place)
            place += 1
    odds_here = odds_of_all(note)
    is_all = min(chance, odds_here / (odds_here + 1))
    return is_all + (chance - is_all) * silent


@jit(inner=True)
def next_is_needed(tree: Any, ply: Any) -> Any:
    """The chance that a search on one rank would come to the next child of a frame, if it comes to the frame: that none
    of the children under way cuts off. All of these are elder, whatever their number: one that has come back leaves
    numbers behind that are larger than the count."""
    return gift_is_needed(tree, ply, MOVE_MASK)


@jit(inner=True)
def gift_is_needed(tree: Any, ply: Any, number: Any) -> Any:
    """The same of a child given away, by its number: that none of the elder ones still under way does."""
    is_elder = ply < tree.counters[TOP] and tree.frames[ply].number < number
    return gifts_spare(tree, ply, number, spares(tree, ply) if is_elder else 1.0)


@jit(inner=True)
def this_is_needed(tree: Any, ply: Any) -> Any:
    """The same of the child that is on the stack: that none of the elder ones given away does."""
    return gifts_spare(tree, ply, tree.frames[ply].number, 1.0)


@jit(inner=True)
def worth(frame: Any, spent: Any, needed: Any) -> Any:
    """How good it is to give away the next child of a frame: what a child has cost on average, times the chance that
    this one is needed. Few ranks find enough that is needed for sure, and many take what they can get."""
    return 1 + int(1000 * spent / max(1, frame.begun) * needed)
