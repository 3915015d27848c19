"""Writes dates, locations, cameras and orientations with ExifTool."""

import re

from project import run

# The tags of date, subseconds and offset for each source. Without the latter, the date tag contains everything.
DATES = {
    "exif:DateTimeOriginal": ("ExifIFD:DateTimeOriginal", "SubSecTimeOriginal", "OffsetTimeOriginal"),
    "exif:DateTimeDigitized": ("ExifIFD:CreateDate", "SubSecTimeDigitized", "OffsetTimeDigitized"),
    "exif:DateTime": ("IFD0:ModifyDate", "SubSecTime", "OffsetTime"),
    "xmp:DateTimeOriginal": ("XMP-exif:DateTimeOriginal", None, None),
    "xmp:DateCreated": ("XMP-photoshop:DateCreated", None, None),
    "xmp:CreateDate": ("XMP-xmp:CreateDate", None, None),
    "png:CreationTime": ("PNG:CreationTime", None, None),
    "png:tIME": ("PNG:ModifyDate", None, None),
    "quicktime:CreationDate": ("Keys:CreationDate", None, None),
}
# Formats whose recipes write all metadata.
WHOLE = ("mts", "3fr", "x3f", "takeout")
DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)T([\d:]{8})(?:\.(\d+))?([+-]\d\d:\d\d)?$")


def date_tags(row):
    """Returns the date as TAG=VALUE, unless the encoder, the file name or the file system contains it."""
    if row["dateSource"] not in DATES:
        return []
    tag, fraction_tag, offset_tag = DATES[row["dateSource"]]
    year, month, day, time, fraction, offset = DATE.match(row["date"]).groups()
    value = f"{year}:{month}:{day} {time}"
    if not fraction_tag:
        return [f"{tag}={value}{'.' + fraction if fraction else ''}{offset or ''}"]
    pairs = [(tag, value), (fraction_tag, fraction), (offset_tag, offset)]
    return [f"{name}={value}" for name, value in pairs if value]


def place_tags(row):
    if not row["latitude"]:
        return []
    if row["duration"]:
        return [f"Keys:GPSCoordinates={row['latitude']} {row['longitude']} {row['altitude']}"]
    tags = []
    for key, references in (("latitude", "NS"), ("longitude", "EW")):
        value, name = float(row[key]), f"GPS{key.capitalize()}"
        tags += [f"{name}={abs(value)}", f"{name}Ref={references[value < 0]}"]
    if row["altitude"]:
        altitude = float(row["altitude"])
        tags += [f"GPSAltitude={abs(altitude)}", f"GPSAltitudeRef={int(altitude < 0)}"]
    return tags


def camera_tags(row):
    group = "Keys" if row["duration"] else "IFD0"
    tags = [f"{group}:{name}={row[key]}" for name, key in (("Make", "make"), ("Model", "model")) if row[key]]
    if row["orientation"] and not row["duration"]:
        tags.append(f"IFD0:Orientation={row['orientation']}")
    return tags


def write(row, path):
    """Writes the tags of a row into its file. Values may contain HTML entities."""
    if row["recipe"] in WHOLE:
        return
    tags = date_tags(row) + place_tags(row) + camera_tags(row) + (row["also"] or "").split(";")
    arguments = [f"-{tag}" for tag in tags if tag]
    if arguments:
        run("exiftool", "-q", "-q", "-n", "-m", "-E", "-overwrite_original", *arguments, path)
