"""Draws the results of a run as SVG and, if matplotlib is installed, as PNG."""

import html
import os


def draw(results, memory, folder):
    """Writes the charts, and returns their paths."""
    written = []
    path = os.path.join(folder, "bench.svg")
    with open(path, "w") as file:
        file.write(svg(panels(results, memory)))
    written.append(path)
    try:
        import matplotlib
    except ImportError:
        return written
    matplotlib.use("Agg")
    path = os.path.join(folder, "bench.png")
    png(panels(results, memory), path)
    return written + [path]


def panels(results, memory):
    """Returns (title, unit, [(label, value)]) for each group of bars."""
    found = []
    titles = {
        "W1": "W1 colours", "W2": "W2 Gaussian, sigma 10", "W3": "W3 colours, blur, crop", "W4": "W4 bump",
        "W5": "W5 source over", "W6": "W6 JPEG to JPEG", "chain": "Colour filters in a chain", "sigma": "Gaussian by sigma",
        "size": "W1 by size", "start": "Whole command, 512 x 512",
    }
    for name, rows in results.items():
        bars = [(label, row["median"]) for label, row in rows.items()]
        if name not in ("chain", "sigma", "size"):
            bars.sort(key=lambda bar: bar[1])
        if bars:
            found.append((titles.get(name, name), "ms", bars))
    if memory:
        found.append(("Peak memory, TIFF to TIFF", "MB", [(f"{size} MP", row["megabytes"]) for size, row in memory.items()]))
    return found


def color(label):
    return "#d9542b" if label.startswith("ours") else "#7d8a99"


def svg(groups):
    row, gap, left, width = 18, 34, 190, 620
    height = sum(gap + row * len(bars) for _, _, bars in groups) + 20
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + 110}" height="{height}" '
        'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="white"/>'
    ]
    y = 0
    for title, unit, bars in groups:
        y += gap
        parts.append(f'<text x="8" y="{y - 8}" font-weight="bold">{html.escape(title)}</text>')
        most = max(value for _, value in bars) or 1
        for label, value in bars:
            length = max(1, value / most * width)
            parts.append(
                f'<text x="{left - 8}" y="{y + 13}" text-anchor="end">{html.escape(label)}</text>'
                f'<rect x="{left}" y="{y + 2}" width="{length:.1f}" height="{row - 4}" fill="{color(label)}"/>'
                f'<text x="{left + length + 6:.1f}" y="{y + 13}">{value:.1f} {unit}</text>'
            )
            y += row
    return "\n".join(parts) + "\n</svg>\n"


def png(groups, path):
    import matplotlib.pyplot as plot

    columns = 3
    rows = -(-len(groups) // columns)
    figure, axes = plot.subplots(max(1, rows), columns, figsize=(15, 2.6 * max(1, rows)), squeeze=False)
    for place in axes.flat:
        place.axis("off")
    for place, (title, unit, bars) in zip(axes.flat, groups):
        place.axis("on")
        labels, values = [label for label, _ in bars], [value for _, value in bars]
        place.barh(range(len(bars)), values, color=[color(label) for label in labels])
        place.set_yticks(range(len(bars)), labels)
        place.invert_yaxis()
        place.set_title(title, fontsize=10)
        place.set_xlabel(unit)
        place.margins(x=0.2)
        for index, value in enumerate(values):
            place.annotate(f" {value:.1f}", (value, index), va="center", fontsize=8)
    figure.tight_layout()
    figure.savefig(path, dpi=110)
