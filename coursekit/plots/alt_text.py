"""Text alternatives of figures, generated from their artists.

Every number is read from a bar, a point or a line of the figure, so the text can never contradict
the picture.
"""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.container import BarContainer, ErrorbarContainer
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.text import Annotation
from matplotlib.ticker import FixedLocator

MAX_POINTS_LISTED = 16  # a longer curve is described by its ends and its extremes


def alt_text(figure: Figure) -> str:
    """Return what the figure shows, one line per panel or series; numbers have three digits.

    >>> from coursekit.plots.style import new_axes
    >>> figure, ax = new_axes("Women first", "sex", "survival rate")
    >>> _ = ax.bar(["female", "male"], [0.742, 0.189])
    >>> print(alt_text(figure))
    Women first. Horizontal axis: sex; vertical axis: survival rate.
    Bars: female: 0.742; male: 0.189.
    """
    if not isinstance(figure, Figure):
        raise TypeError(f"figure must be a matplotlib Figure, got {type(figure).__name__}; "
                        "axes have theirs as ax.figure")
    figure.canvas.draw()
    whole = figure.get_suptitle()
    lines = [f"{_one_line(whole)}."] if whole else []
    for ax in figure.axes:
        if ax.get_label() != "<colorbar>" and ax.get_visible():
            lines += [_heading(ax), *(list(_series(ax)) or _texts(ax))]
    return "\n".join(filter(None, lines))


def number(value: float) -> str:
    """Return a number for a sentence: three significant digits, no exponent.

    >>> number(0.40656), number(12345.6), number(30.0)
    ('0.407', '12,346', '30')
    """
    if not np.isfinite(value):
        return "not a number"
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    text = f"{value:.3g}"
    return text if "e" not in text else f"{value:.6f}".rstrip("0").rstrip(".")


def _heading(ax: Axes) -> str:
    title = _one_line(ax.get_title(loc="left") or ax.get_title())
    axes = "; ".join(f"{which} axis: {_one_line(label)}" for which, label in
                     (("horizontal", ax.get_xlabel()), ("vertical", ax.get_ylabel())) if label)
    return " ".join(f"{part}." for part in (title, axes[:1].upper() + axes[1:]) if part)


def _one_line(text: str) -> str:
    lines = [" ".join(line.split()) for line in text.replace(r"\$", "$").splitlines()]
    return ", ".join(line.rstrip(",") for line in lines).rstrip(".")


def _series(ax: Axes) -> Iterator[str]:
    """Yield one line for each container, line and cloud of the axes."""
    described: set[int] = set()
    for container in ax.containers:
        if isinstance(container, BarContainer):
            described |= _artists_of(container.errorbar)
            yield _bars(ax, container)
    for container in ax.containers:
        if isinstance(container, ErrorbarContainer) and not _artists_of(container) <= described:
            described |= _artists_of(container)
            yield _intervals(ax, container)
    lines = [line for line in ax.lines if id(line) not in described and _shown(line)]
    yield from (_line(ax, line) for line in lines if _whisker(line) is None)
    if whiskers := [found for line in lines if (found := _whisker(line)) is not None]:
        yield "Whiskers: " + "; ".join(f"{_place(ax, x, True)} {number(low)} to {number(high)}"
                                       for x, low, high in whiskers) + "."
    for cloud in ax.collections:
        if isinstance(cloud, PathCollection) and _shown(cloud):
            yield _cloud(cloud)
    yield from (_arrow(ax, text) for text in ax.texts if _is_named_arrow(text))


def _texts(ax: Axes) -> list[str]:
    """Return the texts of axes that contain nothing else: a drawn tree, named boxes."""
    written = [_one_line(t.get_text()) for t in ax.texts if t.get_text()]
    return [f"Written in it: {'; '.join(written)}."] if written else []


def _shown(artist) -> bool:
    hidden_line = isinstance(artist, Line2D) and artist.get_linestyle() == "None" \
        and artist.get_marker() in ("None", None, "", " ")
    return artist.get_visible() and not hidden_line and artist.get_gid() != "decoration"


def _artists_of(container: ErrorbarContainer | None) -> set[int]:
    if container is None:
        return set()
    line, caps, stems = container.lines
    return {id(a) for a in (line, *caps, *stems) if a is not None}


def _name(artist, default: str) -> str:
    gid = artist.get_gid() if isinstance(artist, Line2D) else None  # a name without legend
    label = str(gid or artist.get_label() or "")
    return default if not label or label.startswith("_") else f"{default}, {_one_line(label)}"


def _bars(ax: Axes, bars: BarContainer) -> str:
    upright = bars.orientation != "horizontal"
    spans = _spans(bars.errorbar) if bars.errorbar is not None else []
    parts = []
    for k, patch in enumerate(bars.patches):
        middle = (patch.get_x() + patch.get_width() / 2 if upright
                  else patch.get_y() + patch.get_height() / 2)
        length = patch.get_height() if upright else patch.get_width()
        span = f" [{spans[k]}]" if k < len(spans) else ""
        if length or len(bars.patches) <= MAX_POINTS_LISTED:
            parts.append(f"{_place(ax, middle, upright)} {number(length)}{span}")
    return f"{_name(bars, 'Bars')}: {'; '.join(parts)}."


def _spans(container: ErrorbarContainer) -> list[str]:
    """Return 'low to high' for each error bar of the container."""
    stems = container.lines[2]
    if not stems:
        return []
    axis = 1 if container.has_yerr else 0
    ends = [segment[:, axis] for segment in stems[-1].get_segments()]
    return [f"{number(min(e))} to {number(max(e))}" if len(e) else "" for e in ends]


def _intervals(ax: Axes, container: ErrorbarContainer) -> str:
    line, spans = container.lines[0], _spans(container)
    if line is not None and container.has_yerr:
        points = [(_place(ax, x, True), y) for x, y in _data(line)]
    elif line is not None:              # along rows, described only if they have names
        points = [(_place(ax, y, False) if _label(ax, y, False) else "", x)
                  for x, y in _data(line)]
    else:
        points = [("", np.nan)] * len(spans)
    parts = [f"{place} {number(y)}".strip() + (f" [{spans[k]}]" if k < len(spans) else "")
             for k, (place, y) in enumerate(points)]
    return f"{_name(container, 'Points with intervals')}: {'; '.join(parts)}."


def _line(ax: Axes, line: Line2D) -> str:
    data = _data(line)
    data = data[np.isfinite(data).all(axis=1)]
    if not len(data):
        return f"{_name(line, 'Line')}: empty."
    if line.get_transform() != ax.transData:
        return _reference(ax, line)
    row = _label(ax, data[0, 1], upright=False)
    if row and line.get_linestyle() == "None":      # dots along a named row
        return f"{_name(line, 'Points')}: {_one_line(row)}: {_along(data[:, 0])}."
    if len(data) <= MAX_POINTS_LISTED:
        parts = "; ".join(f"{_place(ax, x, True)} {number(y)}" for x, y in data)
        return f"{_name(line, 'Line')}: {parts}."
    if line.get_linestyle() == "None":
        return f"{_name(line, 'Points')}: {_extent(data)}."
    return f"{_name(line, 'Curve')}: {_ends_and_extremes(data)}."


def _whisker(line: Line2D) -> tuple[float, float, float] | None:
    """Return (x, low, high) of an upright interval with caps, as seaborn draws it, else None."""
    data = _data(line)
    broken = np.flatnonzero(np.isnan(data).any(axis=1))
    if len(data) != 8 or broken.tolist() != [2, 5]:
        return None
    (x, low), (same, high) = data[3:5]
    caps = data[[0, 1, 6, 7], 1]
    return (x, low, high) if x == same and set(caps) == {low, high} else None


def _along(values: np.ndarray) -> str:
    if len(values) == 1:
        return number(values[0])
    return f"{len(values)}, from {number(np.nanmin(values))} to {number(np.nanmax(values))}"


def _ends_and_extremes(data: np.ndarray) -> str:
    (x0, y0), (x1, y1) = data[0], data[-1]
    close = 1e-9 * np.ptp(data[:, 1])       # equal but for rounding: the first of them
    (xh, yh) = data[np.argmax(data[:, 1] >= data[:, 1].max() - close)]
    (xl, yl) = data[np.argmax(data[:, 1] <= data[:, 1].min() + close)]
    return (f"from {number(y0)} at {number(x0)} to {number(y1)} at {number(x1)}; highest "
            f"{number(yh)} at {number(xh)}, lowest {number(yl)} at {number(xl)}")


def _reference(ax: Axes, line: Line2D) -> str:
    """Describe a line that spans the axes (axhline, axvline) by its position."""
    x, y = line.get_xdata(orig=False), line.get_ydata(orig=False)
    flat = line.get_transform() == ax.get_yaxis_transform(which="grid")
    where = f"height {number(float(y[0]))}" if flat else f"{number(float(x[0]))} across"
    return f"{_name(line, 'Reference line')}: at {where}."


def _data(line: Line2D) -> np.ndarray:
    return np.column_stack([np.asarray(line.get_xdata(orig=False), dtype=float),
                            np.asarray(line.get_ydata(orig=False), dtype=float)])


def _place(ax: Axes, position: float, upright: bool) -> str:
    """Return the tick label at a position if it is a name, else the position itself."""
    label = _label(ax, position, upright)
    return f"{_one_line(label)}:" if label else f"at {number(position)}:"


def _label(ax: Axes, position: float, upright: bool) -> str:
    """Return the label of the tick at a position if it is a word or a category, else ""."""
    axis = ax.xaxis if upright else ax.yaxis
    ticks, texts = axis.get_ticklocs(), [text.get_text() for text in axis.get_ticklabels()]
    categories = isinstance(axis.get_major_locator(), FixedLocator) \
        and list(ticks) == list(range(len(ticks))) and texts != [number(t) for t in ticks]
    for tick, label in zip(ticks, texts, strict=False):
        if abs(tick - position) < 0.45 and (categories or not _is_numeric(label)):
            return label
    return ""


def _is_numeric(text: str) -> bool:
    try:
        float(text.replace("−", "-").replace(",", "").rstrip("%") or "0")
    except ValueError:
        return False
    return True


def _cloud(cloud: PathCollection) -> str:
    xy = np.ma.filled(np.ma.asarray(cloud.get_offsets(), dtype=float), np.nan)
    if not len(xy):
        return f"{_name(cloud, 'Points')}: none."
    return f"{_name(cloud, 'Points')}: {_extent(xy)}."


def _extent(xy: np.ndarray) -> str:
    (x0, y0), (x1, y1) = np.nanmin(xy, axis=0), np.nanmax(xy, axis=0)
    return (f"{len(xy)}, across from {number(x0)} to {number(x1)}, "
            f"up from {number(y0)} to {number(y1)}")


def _is_named_arrow(text) -> bool:
    return getattr(text, "arrow_patch", None) is not None and bool(text.get_gid())


def _arrow(ax: Axes, arrow: Annotation) -> str:
    """Describe an arrow by its name, the gid, as legends reject labels, and by its ends."""
    if not ax.axison:
        return f"Arrow, {arrow.get_gid()}."
    tail, tip = (", ".join(map(number, point)) for point in (arrow.xyann, arrow.xy))
    return f"Arrow, {arrow.get_gid()}: from ({tail}) to ({tip})."
