"""Makes Samples from Scripts/samples/samples.tsv, one row a file. Called by Scripts/samples/make-samples.

A row is both what to write and what photopick must say about the file; `-` stands for nothing. `recipe`
names the function in recipes.py that encodes the picture. `date` goes where `dateSource` says; `also`
holds further TAG=VALUE pairs, parted by `;`: dates that must not win, and user comments. Samples whose
source is `filename` or `file` hold no date within. `fields` is what else must be said, as JSON. A row
without a format is a sidecar: what it says stands in the row of its photo. For `file` the date is
`modified`, which Git does not keep: in a fresh clone these samples are as old as the clone, until `make-
samples --times` has run.
"""

import csv
import os
import shutil
import sys
from datetime import datetime
from pathlib import Path

import recipes
import tags
import verify


def rows_of(table):
    """The rows of the table as dictionaries, in which nothing is None."""
    with open(table, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield {key: None if value == "-" else value for key, value in row.items()}


def set_times(rows, samples):
    for row in rows:
        time = datetime.fromisoformat(row["modified"].replace("Z", "+00:00")).timestamp()
        os.utime(samples / row["path"], (time, time))


def make(rows, samples):
    for row in rows:
        path = samples / row["path"]
        path.parent.mkdir(parents=True, exist_ok=True)
        recipes.encode(row, path)
        tags.write(row, path)
        recipes.finish(row, path)


def main():
    root, options = Path(sys.argv[1]), sys.argv[2:]
    if options not in ([], ["--missing"], ["--check"], ["--times"]):
        sys.exit("usage: Scripts/samples/make-samples [--missing | --check | --times]")
    samples = root / "Samples"
    rows = list(rows_of(root / "Scripts/samples/samples.tsv"))
    if not options:
        shutil.rmtree(samples, ignore_errors=True)
    if options in ([], ["--missing"]):
        make([row for row in rows if not (samples / row["path"]).exists()], samples)
    if options != ["--check"]:
        set_times(rows, samples)
    if options != ["--times"]:
        sys.exit(verify.verify(rows, samples))


main()
