"""The encoding of each sample: with common encoders, and with raw.py for RAW files."""

import json
import tempfile
import zlib
from datetime import datetime
from pathlib import Path

import inserts
import raw
import scene
from project import run

# The size of samples with truncated headers, for which the table contains no size.
CUT_SIZE = (320, 240)


def size_of(row):
    return (int(row["width"]), int(row["height"])) if row["width"] else CUT_SIZE


def picture(row):
    """Returns the picture of a sample as binary PPM. In the regatta, it shows the boats at the time of the shot."""
    if row["path"].startswith("Regatta/"):
        _, minute, second = row["date"].split(":")
        return scene.regatta("Regatta", *size_of(row), 60 * int(minute) + float(second))
    return scene.landscape(row["path"], *size_of(row))


def convert(row, path, *options, kind="jpeg", data=None):
    run("convert", "ppm:-", *options, f"{kind}:{path}", data=data or picture(row))


def jpeg(row, path, *options):
    convert(row, path, "-sampling-factor", "2x2", "-quality", "75", *options)


def jpeg_bytes(row, width, height):
    """Returns a preview of the sample as JPEG in another size."""
    options = ["-resize", f"{width}x{height}!", "-quality", "75"]
    return run("convert", "ppm:-", *options, "jpeg:-", data=picture(row))


def png(row, path):
    convert(row, path, "-colors", "48", "+dither", "-define", "png:exclude-chunks=date,time", kind="png")


def png_screen(row, path):
    options = ["-define", "png:exclude-chunks=date,time", "-define", "png:compression-level=9"]
    convert(row, path, *options, kind="png8", data=scene.screen(row["path"], *size_of(row)))


def gif_animated(row, path):
    frames = b"".join(scene.landscape(row["path"], *size_of(row), frame) for frame in (0, 5, 10))
    convert(row, path, "-set", "delay", "20", "-loop", "0", "-colors", "24", "+dither", kind="gif", data=frames)


def from_file(row, path, kind, command, quality="75"):
    """Encodes with a command that reads {source}, a file of this kind, and writes {path}."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, f"picture.{kind}")
        convert(row, source, "-quality", quality, kind=kind)
        run(*(word.format(source=source, path=path) for word in command.split()))


def heif(row, path, command):
    from_file(row, path, "jpeg", command, quality="95")
    path.write_bytes(inserts.rotate(path.read_bytes(), row["orientation"]))


def psd(row, path):
    convert(row, path, "-compress", "RLE", "-colors", "24", "+dither", "-type", "TrueColor", kind="psd")
    path.write_bytes(inserts.thumbnail(path.read_bytes(), jpeg_bytes(row, 80, 60), 80, 60))


H264 = ("-c:v", "libx264", "-preset", "veryslow", "-crf", "34", "-pix_fmt", "yuv420p")


def video(row, path, kind, codec=H264):
    frames = b"".join(scene.landscape(row["path"], *size_of(row), frame) for frame in range(10))
    source = ["-f", "image2pipe", "-c:v", "ppm", "-framerate", "10", "-i", "-"]
    exact = ["-threads", "1", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-map_metadata", "-1"]
    if row["dateSource"] in ("quicktime:CreateDate", "matroska:DateUTC"):
        exact += ["-metadata", f"creation_time={row['date'].replace('+00:00', 'Z')}"]
    run("ffmpeg", "-v", "error", "-y", *source, *codec, *exact, "-f", kind, path, data=frames)


def avi(row, path):
    video(row, path, "avi", ("-c:v", "mjpeg", "-q:v", "9", "-pix_fmt", "yuvj420p"))
    path.write_bytes(inserts.idit(path.read_bytes(), row))


def mts(row, path):
    video(row, path, "h264", (*H264, "-bf", "0", "-bsf:v", "filter_units=remove_types=6"))
    stream = inserts.avchd(path.read_bytes(), row)
    exact = ["-fflags", "+bitexact", "-c", "copy", "-mpegts_m2ts_mode", "1", "-f", "mpegts"]
    run("ffmpeg", "-v", "error", "-y", "-f", "h264", "-framerate", "10", "-i", "-", *exact, path, data=stream)


def takeout(row, path):
    """Writes Google Photos' metadata for the file whose name starts the sidecar's name."""
    taken = {"timestamp": str(int(datetime.fromisoformat(row["date"]).timestamp()))}
    texts = dict(pair.split("=", 1) for pair in row["also"].split(";"))
    path.write_text(json.dumps({**texts, "photoTakenTime": taken}, indent=2, ensure_ascii=False) + "\n")


def raw_file(row, path):
    width, height = size_of(row)
    previews = {"preview": jpeg_bytes(row, width, height), "thumbnail": jpeg_bytes(row, 48, 32)}
    path.write_bytes(raw.KINDS[row["recipe"]](row, width, height, scene.mosaic(picture(row)), **previews))


RECIPES = {
    "jpeg": jpeg,
    "jpeg-cut-header": jpeg,
    "jpeg-cut-picture": jpeg,
    "jpeg-progressive": lambda row, path: jpeg(row, path, "-interlace", "JPEG"),
    "jpeg-grey": lambda row, path: jpeg(row, path, "-colorspace", "Gray"),
    "jpeg-cmyk": lambda row, path: jpeg(row, path, "-colorspace", "CMYK"),
    "png": png,
    "png-raw-profile": png,
    "png-screen": png_screen,
    "gif": lambda row, path: convert(row, path, "-colors", "32", "+dither", kind="gif"),
    "gif-animated": gif_animated,
    "webp-lossy": lambda row, path: from_file(row, path, "ppm", "cwebp -quiet -q 70 {source} -o {path}"),
    "webp-lossless": lambda row, path: from_file(
        row, path, "ppm", "cwebp -quiet -near_lossless 20 -m 6 {source} -o {path}"),
    "tiff-le": lambda row, path: convert(row, path, "-endian", "LSB", "-compress", "LZW", kind="tiff"),
    "tiff-be": lambda row, path: convert(row, path, "-endian", "MSB", "-compress", "Zip", kind="tiff"),
    "bmp": lambda row, path: convert(row, path, "-colors", "32", "+dither", "-type", "Palette", kind="bmp"),
    "ico": lambda row, path: convert(row, path, "-define", "icon:auto-resize=48,32,16", kind="ico"),
    "psd": psd,
    # A transcoded JPEG in a container, and a bare codestream.
    "jxl-jpeg": lambda row, path: from_file(row, path, "jpeg", "cjxl --quiet {source} {path}"),
    "jxl": lambda row, path: from_file(row, path, "ppm", "cjxl --quiet -q 70 --container=0 {source} {path}"),
    "heic": lambda row, path: heif(row, path, "heif-enc -q 40 {source} -o {path}"),
    "avif": lambda row, path: heif(row, path, "heif-enc -q 40 -A {source} -o {path}"),
    "mov": lambda row, path: video(row, path, "mov"),
    "mp4": lambda row, path: video(row, path, "mp4"),
    "mkv": lambda row, path: video(row, path, "matroska"),
    "webm": lambda row, path: video(row, path, "webm", ("-c:v", "libvpx", "-crf", "40", "-b:v", "60k")),
    "3gp": lambda row, path: video(row, path, "3gp", ("-c:v", "h263", "-q:v", "20")),
    "avi": avi,
    "mts": mts,
    "takeout": takeout,
    "xmp": lambda row, path: None,  # ExifTool makes the file.
    **{kind: raw_file for kind in raw.KINDS},
}


def encode(row, path):
    """Creates the file of a row, without the metadata that tags.py writes."""
    RECIPES[row["recipe"]](row, path)


def finish(row, path):
    """Applies the final changes: truncation, and the legacy form of Exif in PNG."""
    data = path.read_bytes()
    if row["recipe"] == "jpeg-cut-header":
        path.write_bytes(data[: data.rindex(b"\xff\xdb") + 20])
    elif row["recipe"] == "jpeg-cut-picture":
        path.write_bytes(data[: len(data) * 2 // 3])
    elif row["recipe"] == "png-raw-profile":
        path.write_bytes(with_raw_profile(data))


def with_raw_profile(png_data):
    """Replaces the `eXIf` chunk with the `Raw profile type exif` of ImageMagick, the only form before 2017:
    hexadecimal digits in a zTXt chunk.
    """
    start = png_data.index(b"eXIf")
    length = int.from_bytes(png_data[start - 4 : start], "big")
    exif = b"Exif\0\0" + png_data[start + 4 : start + 4 + length]
    digits = exif.hex()
    lines = "\n".join(digits[at : at + 72] for at in range(0, len(digits), 72))
    text = f"\nexif\n{len(exif):8d}\n{lines}\n".encode()
    body = b"zTXt" + b"Raw profile type exif\0\0" + zlib.compress(text, 9)
    chunk = (len(body) - 4).to_bytes(4, "big") + body + zlib.crc32(body).to_bytes(4, "big")
    return png_data[: start - 4] + chunk + png_data[start + 8 + length :]
