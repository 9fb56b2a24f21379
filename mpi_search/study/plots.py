"""Two plots of how costs grow with depth. They need matplotlib, which is an extra."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from mpi_search.errors import InputError
from mpi_search.study.growth import Growth

_MARKERS = "osv^<>DpPX*hd"


def draw_growth(folder: Path, title: str, growths: Sequence[Growth]) -> None:
    """Draw nodes.png and stored.png into `folder`. Raises InputError."""
    folder.mkdir(parents=True, exist_ok=True)
    _draw(folder / "nodes.png", title, "nodes", growths, lambda growth: growth.nodes)
    _draw(folder / "stored.png", title, "nodes stored at once", growths, lambda growth: growth.peak_stored_nodes)


def _draw(
    path: Path,
    title: str,
    what: str,
    growths: Sequence[Growth],
    numbers: Callable[[Growth], tuple[int, ...]],
) -> None:
    try:
        from matplotlib.figure import Figure
        from matplotlib.ticker import MaxNLocator
    except ImportError as error:
        raise InputError("plots need matplotlib: pip install 'mpi-search[plots]'") from error
    figure = Figure(figsize=(9, 6), layout="constrained")
    axes = figure.add_subplot()
    shown = [growth for growth in growths if len(growth.depths) > 1]
    for index, growth in enumerate(sorted(shown, key=lambda growth: -numbers(growth)[-1])):
        marker = _MARKERS[index % len(_MARKERS)]
        line = "-" if growth.exact else ":"
        axes.plot(growth.depths, [max(1, number) for number in numbers(growth)], line, marker=marker, markersize=5,
                  label=growth.algorithm)  # fmt: skip
    axes.set_yscale("log")
    axes.set_xlabel("depth in plies")
    axes.set_ylabel(what)
    axes.set_title(title)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(True, which="major", alpha=0.3)
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize="small", frameon=False)
    figure.savefig(path, dpi=120)
