#!/usr/bin/env python3
"""Reads the metadata of a list of photos with Apache Spark into Parquet, and publishes catalogs.

    spark-submit Scripts/spark/extract.py --from photos.txt --to /shared/photos.parquet --publish /shared/catalogs

The list contains paths, one per line, JSON lines with a path, objects of aws s3api list-objects-v2, or is the manifest of an
S3 Inventory; it may be compressed with gzip. Spark divides it by a hash of the path into --partitions parts. Each task runs
photopick on its part, and returns a row per photo, with `problem` if it can't be read. All machines need photopick, and the
files under the same paths.
"""

import argparse
import gzip
import json
import subprocess
import tempfile
from pathlib import Path

from pyspark.sql import SparkSession
from pyspark.sql.types import (
    ArrayType, BooleanType, DoubleType, LongType, StringType, StructField, StructType)

# Keys that are not strings. All other keys of a record are.
TYPES = {
    LongType: "pixelWidth pixelHeight orientation rating pageCount frameCount motionOffset motionLength fileSize",
    DoubleType: "latitude longitude altitude duration exposureTime aperture iso exposureBias focalLength focalLength35mm"
    " direction speed frameRate",
    BooleanType: "flash editing edited favorite motion panorama hdr depth portrait audio screenshot",
}
LISTS = ["keywords", "keywordTree", "creators", "people", "faces"]
# Columns of a view, which records of files lack.
VIEW = ["number", "group", "album"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--from", dest="list", required=True, metavar="FILE", help="the list of photos")
    parser.add_argument("--to", required=True, metavar="FOLDER", help="the Parquet files, which are replaced")
    parser.add_argument("--publish", metavar="FOLDER", help="the folder of the catalogs")
    parser.add_argument("--partitions", type=int, default=64, metavar="N", help="the number of parts")
    parser.add_argument("--bucket", metavar="NAME", help="the bucket of a list of objects without its name")
    parser.add_argument("--photopick", default="photopick", metavar="FILE", help="the executable on all machines")
    return parser.parse_args()


def schema(photopick):
    """Returns a column for each key of photopick's records, and one for problems."""
    header = subprocess.run(
        [photopick, "info", "-", "--csv"], stdin=subprocess.DEVNULL, check=True, capture_output=True, text=True).stdout
    types = {key: kind() for kind, keys in TYPES.items() for key in keys.split()}
    types.update({key: ArrayType(StringType()) for key in LISTS})
    keys = [key for key in header.split() for key in key.split(",") if key not in VIEW]
    return StructType([StructField(key, types.get(key, StringType())) for key in [*keys, "problem"]])


def value(field, found):
    """Converts a value of a record to the type of a column."""
    if found is None:
        return None
    if isinstance(field.dataType, ArrayType):
        return [one if isinstance(one, str) else json.dumps(one, separators=(",", ":")) for one in found]
    if isinstance(field.dataType, DoubleType):
        return float(found)
    return found if not isinstance(field.dataType, StringType) or isinstance(found, str) else json.dumps(found)


def paths(spark, options):
    """Returns the list as a data frame with the column `path`."""
    name = options.list
    with (gzip.open if name.endswith(".gz") else open)(name, "rb") as file:
        start = file.read(4096).lstrip()
    if not start.startswith(b"{"):
        return spark.read.text(name).withColumnRenamed("value", "path").where("path != ''")
    first = start.splitlines()[0]
    if b'"path"' in first and first.rstrip().endswith(b"}"):
        return spark.read.schema("path string").json(name)
    document = json.load((gzip.open if name.endswith(".gz") else open)(name, "rb"))
    if "fileSchema" in document:
        return inventory(spark, Path(name).absolute().parent, document)
    bucket = options.bucket or document["Name"]
    keys = [(f"s3://{bucket}/{entry['Key']}",) for entry in document["Contents"] if not entry["Key"].endswith("/")]
    return spark.createDataFrame(keys, "path string")


def inventory(spark, folder, manifest):
    """Returns the objects of an S3 Inventory in CSV."""
    columns = [column.strip() for column in manifest["fileSchema"].split(",")]
    files = []
    for entry in manifest["files"]:
        name = Path(entry["key"]).name
        places = [place / name for place in (folder, folder / "data", folder.parent / "data")]
        files.append(str(next(place for place in places if place.exists())))
    rows = spark.read.csv(files, schema=", ".join(f"`{column}` string" for column in columns), escape='"')
    for column, kept in (("IsLatest", "true"), ("IsDeleteMarker", "false")):
        if column in columns:
            rows = rows.where(f"{column} = '{kept}'")
    url = "concat('s3://', Bucket, '/', url_decode(Key))"
    return rows.selectExpr(f"{url} AS path").where("path NOT LIKE '%/'")


def reader(photopick, publish, fields):
    """Returns the function that reads a part of the list."""

    def read(rows):
        with tempfile.TemporaryDirectory() as folder:
            listed = Path(folder, "list")
            with listed.open("wb") as file:
                for row in rows:
                    file.write(row.path.encode() + b"\0")
            if not listed.stat().st_size:
                return
            # A task that is killed leaves nothing: Parquet files are committed by the driver, and a catalog that is
            # published again has the same name.
            run([photopick, "extract", "--from", listed, "--to", folder])
            if publish:
                run([photopick, "catalog", "publish", "--to", publish, Path(folder, "part-1-of-1.sqlite")])
            with gzip.open(Path(folder, "part-1-of-1.jsonl.gz"), "rt", encoding="utf-8") as lines:
                for line in lines:
                    record = json.loads(line)
                    yield tuple(value(field, record.get(field.name)) for field in fields)

    return read


def run(command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr)


def main():
    options = arguments()
    spark = SparkSession.builder.appName("photopick extract").getOrCreate()
    columns = schema(options.photopick)
    # The order within a part makes its catalog the same in each attempt.
    parts = paths(spark, options).distinct().repartition(options.partitions, "path").sortWithinPartitions("path")
    rows = parts.rdd.mapPartitions(reader(options.photopick, options.publish, list(columns)))
    spark.createDataFrame(rows, columns).write.mode("overwrite").parquet(options.to)
    written = spark.read.parquet(options.to)
    print(f"{written.count()} photos, {written.where('problem IS NOT NULL').count()} failed")
    spark.stop()


if __name__ == "__main__":
    main()
