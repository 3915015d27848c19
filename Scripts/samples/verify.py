"""Compares the samples with the table, using ExifTool."""

import json
import re
import subprocess
from datetime import datetime, timezone

import inserts
import tags

# ExifTool's names of formats, if they differ; for RAW files the name of the kind.
FILE_TYPES = {"webp": "Extended WEBP", "mts": "M2TS"}
# The tags of date, subseconds and offset for each source, with ExifTool's groups.
DATES = {source: (tag, *(name and f"ExifIFD:{name}" for name in names)) for source, (tag, *names) in tags.DATES.items()} | {
    "quicktime:CreateDate": ("QuickTime:CreateDate", None, None),
    "matroska:DateUTC": ("Matroska:DateTimeOriginal", None, None),
    "riff:DateTimeOriginal": ("RIFF:DateTimeOriginal", None, None),
    "h264:DateTimeOriginal": ("H264:DateTimeOriginal", None, None),
}
# Exif orientations for the counterclockwise degrees of `irot` and videos.
ROTATIONS = {None: 1, 0: 1, 90: 8, 180: 3, 270: 6}
# The makers of AVCHD by number.
MAKERS = {number: name for name, number in inserts.MAKERS.items()}
LIMIT_A_FILE = 30_000
LIMIT_OF_ALL = 600_000


def read(paths):
    """Returns ExifTool's metadata with and without groups."""
    answers = []
    for options in (["-G1"], []):
        command = ["exiftool", "-n", "-json", "-charset", "filename=utf8", *options, *map(str, paths)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        answers.append(json.loads(done.stdout))
    return zip(*answers)


def iso(date):
    """Converts a date of ExifTool to ISO 8601."""
    if not date:
        return None
    return re.sub(r"^(\d{4}):(\d\d):(\d\d) ", r"\1-\2-\3T", str(date)).replace("Z", "+00:00")


def date_of(row, grouped):
    """Returns the date from the source in the row."""
    if row["dateSource"] not in DATES:
        return row["date"]
    tag, fraction, offset = DATES[row["dateSource"]]
    date = iso(grouped.get(tag))
    if fraction and grouped.get(fraction) is not None:
        date += f".{grouped[fraction]}"
    if row["dateSource"] == "quicktime:CreateDate":
        date += "+00:00"
    return date + str(grouped.get(offset, "")) if date and offset else date


def number(text):
    """Converts a number, or the hours, minutes and seconds of Matroska's durations."""
    if text is None:
        return None
    value = 0
    for part in str(text).rsplit(":", 2):
        value = value * 60 + float(part)
    return value


def size_of(row, plain):
    """Returns width and height. ExifTool returns none for JPEG XL containers."""
    if row["format"] == "jxl" and "ImageWidth" not in plain:
        return row["width"], row["height"]
    return plain.get("ImageWidth"), plain.get("ImageHeight")


def close(one, other, tolerance):
    one, other = number(one), number(other)
    return one == other or (one is not None and other is not None and abs(one - other) <= tolerance)


def differences(row, path, grouped, plain):
    kind = row["recipe"].upper() if row["format"] == "raw" else FILE_TYPES.get(row["format"], row["format"].upper())
    width, height = size_of(row, plain)
    is_rotated = row["format"] in ("heic", "avif", "mov", "mp4", "3gp")
    orientation = ROTATIONS.get(plain.get("Rotation")) if is_rotated else plain.get("Orientation")
    # Text is equal, numbers may differ by a tolerance.
    for key, found, *tolerance in (
            ("format", plain.get("FileType")), ("date", date_of(row, grouped)),
            ("make", MAKERS.get(plain.get("Make"), plain.get("Make"))), ("model", plain.get("Model")),
            ("orientation", orientation, 0), ("width", width, 0), ("height", height, 0),
            ("latitude", plain.get("GPSLatitude"), 1e-6), ("longitude", plain.get("GPSLongitude"), 1e-6),
            ("altitude", plain.get("GPSAltitude"), 1e-3),
            ("duration", plain.get("Duration") if row["duration"] else None, 0.01)):
        expected = kind if key == "format" else row[key]
        if not (close(expected, found, *tolerance) if tolerance else expected == found):
            yield f"{key}: the table says {expected}, ExifTool {found}"
    modified = datetime.fromtimestamp(path.stat().st_mtime, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    if row["dateSource"] == "file" and modified != row["modified"]:
        yield f"modified: the table says {row['modified']}, the file {modified}; --times sets it"
    if path.stat().st_size > LIMIT_A_FILE:
        yield f"{path.stat().st_size} bytes are more than {LIMIT_A_FILE}"


def verify(rows, samples):
    """Prints all differences and returns the exit status. Sidecars only need to exist."""
    paths = [samples / row["path"] for row in rows]
    photos = [(row, path) for row, path in zip(rows, paths) if row["format"]]
    found = 0
    for (row, path), (grouped, plain) in zip(photos, read([path for _, path in photos])):
        for line in differences(row, path, grouped, plain):
            print(f"{row['path']}: {line}")
            found += 1
    others = {path for path in samples.rglob("*") if path.is_file()} - set(paths)
    for path in sorted(others):
        print(f"{path.relative_to(samples)}: not in the table")
    size = sum(path.stat().st_size for path in paths)
    print(f"{len(rows)} samples, {size} bytes, {found + len(others)} differences")
    return int(found > 0 or bool(others) or size > LIMIT_OF_ALL)
