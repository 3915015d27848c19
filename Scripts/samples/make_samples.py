"""Creates Samples from Scripts/samples/samples.tsv, with a row for each file. Called by Scripts/samples/make-samples.

A row specifies the file and the metadata that photopick must return; `-` means no value. `recipe` is the name of the
function in recipes.py that encodes the picture. `dateSource` is the place of `date`; `also` contains additional
TAG=VALUE pairs, separated by `;`: dates of lower priority, and user comments. Samples with the source `filename` or
`file` contain no date. `fields` contains additional metadata as JSON. A row without a format is a sidecar, whose
metadata is in the row of its photo. For `file` the date is `modified`, which Git doesn't store: in a new clone these
samples have the time of the clone, until `make-samples --times` runs.
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
    """Yields the rows of the table as dictionaries."""
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
