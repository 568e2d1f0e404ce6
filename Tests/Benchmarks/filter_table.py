"""Times every built-in filter on 24 megapixels (4 with --quick) beside equivalent peers, and lists outliers."""

import json
import os
import statistics
import subprocess
import time

import filter_costs

# The picture's side. It has as many pixels as in the other workloads, more than fit into any processor cache.
SIDE, QUICK_SIDE = 4900, 2000
# Workloads that take longer than this, in milliseconds, are timed only once.
LONG = 1500
# Short ones are timed again until they took this long together, up to a number of turns: the shorter, the more they vary.
ENOUGH, MOST_TURNS = 300, 9


def measure(bench, ours, folder):
    """Returns the table's lines, slowest first.

    Each is a dictionary of name, milliseconds, megapixels, and the fastest peer's name and milliseconds.
    """
    listed = json.loads(subprocess.run([bench.options.command, "filters", "--json"], stdout=subprocess.PIPE, check=True).stdout)
    names = sorted(entry["name"] for entry in (listed["filters"] if isinstance(listed, dict) else listed))
    side = QUICK_SIDE if bench.options.quick else SIDE
    jobs = peers(bench, folder, side)
    turns = 1 if bench.options.quick else 3
    lines = []
    for name in names:
        if bench.options.filters and not any(word in name.lower() for word in bench.options.filters):
            continue
        for setting in filter_costs.SETTINGS.get(name, [{}]):
            title = filter_costs.title(name, setting)
            setting = filter_costs.placed(name, setting, side)
            try:
                lines.append(line(name, title, setting, side, ours, jobs, turns, bench.errors))
            except RuntimeError as error:
                bench.errors.append(f"cost of {title}: {str(error)[:300]}")
    return sorted(lines, key=lambda cost: -cost["milliseconds"] / cost["megapixels"])


def line(name, title, setting, side, ours, jobs, turns, errors):
    """Times one filter at one setting, alternately with its peers."""
    works = {}
    for library, offered in jobs.items():
        if name in offered:
            works[library] = offered[name](setting)
    times = {}
    # The first turn isn't timed, because it includes compiling and allocating.
    for turn in range(max(turns, MOST_TURNS if turns > 1 else 1) + 1):
        if turn > 1 and statistics.median(times["ours"]) > LONG:
            break
        if turn > turns and sum(times["ours"]) > ENOUGH:
            break
        reply = ours.reply(filter=name, values=setting, width=side, height=side)
        if turn > 0:
            times.setdefault("ours", []).append(reply["milliseconds"])
        for library in list(works):
            if len(times.get(library, [])) and statistics.median(times[library]) > LONG:
                continue
            start = time.perf_counter()
            try:
                works[library]()
            except Exception as error:
                errors.append(f"cost of {title}, {library}: {str(error)[:200]}")
                del works[library]
                continue
            if turn > 0:
                times.setdefault(library, []).append((time.perf_counter() - start) * 1000)
    medians = {who: statistics.median(runs) for who, runs in times.items()}
    cost = {"name": title, "milliseconds": medians.pop("ours"), "megapixels": reply["megapixels"]}
    if medians:
        quickest = min(medians, key=medians.get)
        cost.update(library=quickest, peer=medians[quickest], peers=medians)
    cost["outlier"] = filter_costs.verdict(cost)
    print("  " + text(cost), flush=True)
    return cost


def peers(bench, folder, side):
    """Returns the installed libraries with their jobs."""
    try:
        import numpy as np
    except ImportError:
        return {}
    file = os.path.join(folder, "square.rgba")
    subprocess.run([bench.options.benchmarks, "picture", f"{side}x{side}", file], check=True)
    picture = np.fromfile(file, np.uint8).reshape(side, side, 4)
    half = ((picture[::-1].astype(np.uint16) * 128 + 127) // 255).astype(np.uint8)
    jobs = {}
    for library, make in filter_costs.LIBRARIES.items():
        try:
            jobs[library] = make(picture, half, bench.cores)
        except ImportError as error:
            bench.missing.append(f"{library} for the filters ({error})")
    return jobs


def text(cost):
    """Returns a line of the table as text."""
    share = cost["milliseconds"] / cost["megapixels"]
    # A barcode has a few hundred pixels, so the total time is more useful than the time per megapixel.
    figure = f"{share:9.2f} ms/MP" if cost["megapixels"] >= 0.25 else f"{cost['milliseconds']:9.2f} ms   "
    beside = ""
    if "peer" in cost:
        beside = f"   {cost['milliseconds'] / cost['peer']:6.2f} x {cost['library']} ({cost['peer'] / cost['megapixels']:.2f})"
    return f"{cost['name']:<34}{figure}{beside}{'   OUTLIER' if cost['outlier'] else ''}"


def table(lines):
    """Returns all lines and a summary as text."""
    if not lines:
        return ""
    outliers = [cost["name"] for cost in lines if cost["outlier"]]
    compared = [cost for cost in lines if "peer" in cost]
    ending = (
        f"{len(lines)} timings, {len(compared)} beside a peer; outliers, by {filter_costs.MOST_RATIO} x the quickest peer or "
        f"{filter_costs.MOST_MILLISECONDS} ms a megapixel without one: {', '.join(outliers) or 'none'}"
    )
    return "\n".join(["filters, 8 bits in memory", *map(text, lines), ending])
