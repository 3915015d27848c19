"""Borders of time zones: arcs that neighbours share, simplified once, and cut into the cells of a grid.

A border is an arc with the zones that it bounds. A zone contains a point if a path from a point outside crosses its
arcs an odd number of times. This needs no polygons, permits overlapping zones, and leaves no gap between neighbours.
"""

import array
import json
import math
from collections import defaultdict

UNIT = 65_536  # units of a degree
CELL = 8_192  # units of a cell: 1/8 degree
COLUMNS, ROWS = 360 * UNIT // CELL, 180 * UNIT // CELL
SHIFT = 25
MASK = (1 << SHIFT) - 1


def read_rings(wheel, region):
    """Yields the region and the coordinates, in 10 millionths of a degree, of every ring of timezonefinder's data.

    `region` returns the region of a polygon from its zone and coordinates. Holes are rings of their polygon's region.
    """
    def table(kind, name):
        values = array.array(kind)
        values.frombytes(wheel.read(f"timezonefinder/{name}.bin"))
        return values

    names = json.loads(wheel.read("timezonefinder/timezone_names.json"))
    zones = table("H", "poly_zone_ids")
    regions = []
    registry = json.loads(wheel.read("timezonefinder/hole_registry.json"))
    owners = {first + index: int(polygon)
              for polygon, (count, first) in registry.items() for index in range(count)}
    for prefix, counts in (("poly", table("I", "poly_coord_amount")), ("hole", table("H", "hole_coord_amount"))):
        numbers = table("i", f"{prefix}_data")
        start = 0
        for index, count in enumerate(counts):
            longitudes, latitudes = numbers[start:start + count], numbers[start + count:start + 2 * count]
            if prefix == "poly":
                zone = names[zones[index]]
                regions.append(None if zone.startswith("Etc/") else region(zone, longitudes, latitudes))
            found = regions[index if prefix == "poly" else owners[index]]
            if found:
                yield found, longitudes, latitudes
            start += 2 * count


def snapped(longitudes, latitudes):
    """Returns the vertices of a ring, packed, without repetitions. The data has 10 millionths of a degree."""
    ring, last = [], None
    for longitude, latitude in zip(longitudes, latitudes):
        vertex = (round((longitude + 1_800_000_000) * UNIT / 10_000_000) << SHIFT
                  | round((latitude + 900_000_000) * UNIT / 10_000_000))
        if vertex != last:
            ring.append(vertex)
            last = vertex
    if len(ring) > 1 and ring[0] == ring[-1]:
        ring.pop()
    return ring


def contains(longitudes, latitudes, x, y):
    """Whether a ring contains a point, both in 10 millionths of a degree."""
    inside = False
    x0, y0 = longitudes[-1], latitudes[-1]
    for x1, y1 in zip(longitudes, latitudes):
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            inside = not inside
        x0, y0 = x1, y1
    return inside


def area(ring):
    total = 0
    for one, other in zip(ring, ring[1:] + ring[:1]):
        total += (one >> SHIFT) * (other & MASK) - (other >> SHIFT) * (one & MASK)
    return abs(total) / 2


class Borders:
    """The arcs of all zones: `arcs` has pairs of a frozen set of zone names and a list of packed vertices."""

    def __init__(self, rings):
        self.areas = defaultdict(float)
        self.sets = [frozenset()]
        toggled = {}
        numbers = {frozenset(): 0}
        edges = {}
        for zone, longitudes, latitudes in rings:
            ring = snapped(longitudes, latitudes)
            if len(ring) < 3:
                continue
            self.areas[zone] += area(ring)
            last = ring[-1]
            for vertex in ring:
                edge = (last << 50 | vertex) if last < vertex else (vertex << 50 | last)
                old = edges.get(edge, 0)
                new = toggled.get((old, zone))
                if new is None:
                    changed = self.sets[old] ^ {zone}
                    new = numbers.setdefault(changed, len(self.sets))
                    if new == len(self.sets):
                        self.sets.append(changed)
                    toggled[old, zone] = new
                edges[edge] = new
                last = vertex
        self.arcs = [(self.sets[kind], arc) for kind, arc in arcs_of(edges)]


def arcs_of(edges):
    """Yields the maximal chains of edges of one kind."""
    near = defaultdict(list)
    for edge, kind in edges.items():
        if kind:
            one, other = edge >> 50, edge & ((1 << 50) - 1)
            near[one] += (other, kind)
            near[other] += (one, kind)
    edges.clear()

    def is_node(links):
        return len(links) != 4 or links[1] != links[3]

    done = set()

    def walk(start, following, kind):
        arc = [start, following]
        while following != start:
            links = near[following]
            if is_node(links):
                break
            done.add(following)
            following = links[0] if links[0] != arc[-2] else links[2]
            arc.append(following)
        return kind, arc

    nodes = [vertex for vertex, links in near.items() if is_node(links)]
    for node in nodes:
        links = near[node]
        for index in range(0, len(links), 2):
            kind, arc = walk(node, links[index], links[index + 1])
            # Each arc is found from both ends; the smaller description is kept.
            if (arc[0], arc[1]) <= (arc[-1], arc[-2]):
                yield kind, arc
    ends = set(nodes)
    for vertex, links in near.items():
        if vertex not in done and vertex not in ends:
            done.add(vertex)
            yield walk(vertex, links[0], links[1])


def simplified(arc, tolerance):
    """Returns the vertices that Douglas and Peucker's algorithm keeps (The Canadian Cartographer 10, 1973), with a
    tolerance in meters."""
    if len(arc) < 3:
        return arc
    ys = [vertex & MASK for vertex in arc]
    scale = max(math.cos(math.radians((ys[0] + ys[-1]) / 2 / UNIT - 90)), 0.01)
    xs = [(vertex >> SHIFT) * scale for vertex in arc]
    limit = (tolerance / 111_195 * UNIT) ** 2
    keep = bytearray(len(arc))
    keep[0] = keep[-1] = 1
    if arc[0] == arc[-1]:
        # A ring is divided at its farthest vertex, and has at least three.
        far = max(range(len(arc)), key=lambda index: (xs[index] - xs[0]) ** 2 + (ys[index] - ys[0]) ** 2)
        keep[far] = 1
        stack = [(0, far), (far, len(arc) - 1)]
    else:
        stack = [(0, len(arc) - 1)]
    while stack:
        first, last = stack.pop()
        if last - first < 2:
            continue
        x, y = xs[first], ys[first]
        dx, dy = xs[last] - x, ys[last] - y
        length = dx * dx + dy * dy
        worst, place = -1.0, first
        for index in range(first + 1, last):
            px, py = xs[index] - x, ys[index] - y
            if length:
                along = (px * dx + py * dy) / length
                if along > 0:
                    along = min(along, 1)
                    px -= along * dx
                    py -= along * dy
            distance = px * px + py * py
            if distance > worst:
                worst, place = distance, index
        if worst > limit:
            keep[place] = 1
            stack += ((first, place), (place, last))
    return [vertex for vertex, kept in zip(arc, keep) if kept]


def divided(arc):
    """Returns points, at most two cells apart: the cells store the distance from their corner in 16 bits."""
    points = [(arc[0] >> SHIFT, arc[0] & MASK)]
    for vertex in arc[1:]:
        x, y = vertex >> SHIFT, vertex & MASK
        x0, y0 = points[-1]
        parts = max(1, math.ceil(max(abs(x - x0), abs(y - y0)) / (2 * CELL)))
        for part in range(1, parts + 1):
            points.append((x0 + (x - x0) * part // parts, y0 + (y - y0) * part // parts))
    return points


def cells_of(one, other):
    """Yields the cells that a segment may touch."""
    (x0, y0), (x1, y1) = one, other
    columns = range(max(0, (min(x0, x1) - 1) // CELL), min(COLUMNS - 1, max(x0, x1) // CELL) + 1)
    rows = range(max(0, (min(y0, y1) - 1) // CELL), min(ROWS - 1, max(y0, y1) // CELL) + 1)
    if len(columns) == 1 or len(rows) == 1:
        yield from ((row, column) for row in rows for column in columns)
        return
    dx, dy = x1 - x0, y1 - y0
    for row in rows:
        for column in columns:
            left, bottom = column * CELL - x0, row * CELL - y0
            sides = [dx * (bottom + v) - dy * (left + h) for h in (0, CELL) for v in (0, CELL)]
            if min(sides) <= 0 <= max(sides):
                yield row, column


class Grid:
    """The cells that borders touch, and the zones at the first corner of every cell.

    `fragments` has, for each (row, column), a list of pairs of zones and points. `corners` has, for each row, a sorted
    list of pairs of a column and the zones at the corner of this cell and the next ones. A corner is half a unit from
    the vertices in both directions, so a path never meets a vertex.
    """

    def __init__(self, arcs):
        self.fragments = defaultdict(list)
        crossings = [[] for _ in range(ROWS)]
        for zones, arc in arcs:
            points = divided(arc)
            last = {}
            for index in range(1, len(points)):
                one, other = points[index - 1], points[index]
                for cell in cells_of(one, other):
                    if last.get(cell) == index - 1:
                        self.fragments[cell][-1][1].append(other)
                    else:
                        self.fragments[cell].append((zones, [one, other]))
                    last[cell] = index
                (low_x, low_y), (high_x, high_y) = (one, other) if one[1] < other[1] else (other, one)
                # The line of a row is half a unit above its lower side.
                for row in range(-(-low_y // CELL), min(ROWS - 1, (high_y - 1) // CELL) + 1):
                    along = (2 * row * CELL + 1 - 2 * low_y) / (2 * (high_y - low_y))
                    crossings[row].append((low_x + along * (high_x - low_x), zones))
        self.corners = []
        for row in crossings:
            row.sort(key=lambda crossing: crossing[0])
            inside, changes = frozenset(), [(0, frozenset())]
            for x, zones in row:
                inside ^= zones
                # The first corner to the right of the crossing.
                column = max(0, math.ceil((x - 0.5) / CELL))
                if changes[-1][0] == column:
                    changes[-1] = (column, inside)
                else:
                    changes.append((column, inside))
            self.corners.append(changes)
