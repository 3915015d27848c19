"""Collects the libraries of the self-contained archive, with their licenses.

FFmpeg and libheif are built from the source packages of this system with the decoders that photopick uses. The system's
FFmpeg depends on 130 libraries of 170 MB, and its libheif on encoders of 22 MB.
"""

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import facts

# Part of glibc, which every system has, and which must match its loader.
GLIBC = re.compile(r"^(ld-linux.*|lib(c|m|dl|pthread|rt|resolv|util|anl|mvec|nss_.*))\.so\.[0-9]+$")
OLDEST_GLIBC = (2, 36)
# The decoders in VIDEO_DECODERS of Sources/CVideoFrames/video_input.c.
DECODERS = ("h264,hevc,mjpeg,mpeg4,mpeg2video,mpeg1video,vp8,vp9,libdav1d,prores,rawvideo,dvvideo,h263,flv,msmpeg4v1,msmpeg4v2,"
            "msmpeg4v3,wmv1,wmv2,wmv3,vc1,theora,svq1,svq3,cinepak,qtrle")
OPTIONS = [
    "--disable-everything", "--disable-autodetect", "--disable-programs", "--disable-doc", "--disable-network", "--disable-static",
    "--disable-avdevice", "--disable-avfilter", "--disable-swresample", "--disable-debug", "--enable-shared", "--enable-pic",
    "--enable-zlib", "--enable-libdav1d", f"--enable-decoder={DECODERS}", "--enable-demuxer=mov,avi,mpegts,matroska",
    "--enable-parser=h264,hevc,mjpeg,mpeg4video,mpegvideo,vp8,vp9,av1,h263,vc1",
    "--enable-bsf=extract_extradata,h264_mp4toannexb,hevc_mp4toannexb,vp9_superframe_split,av1_frame_merge",
]


def ffmpeg():
    """Builds FFmpeg's libraries. Returns their folder."""
    return build("ffmpeg", "libavformat-dev", lambda built: [
        ["./configure", f"--prefix={built}", f"--libdir={built}", *OPTIONS],
        ["make", "-j", str(os.cpu_count())], ["make", "install"]])


def libheif():
    """Builds libheif with libde265 and dav1d. Returns the library's folder."""
    without = [f"-DWITH_{name}=OFF" for name in
               ("X265", "AOM_ENCODER", "AOM_DECODER", "SvtEnc", "RAV1E", "EXAMPLES", "DAV1D_PLUGIN", "LIBDE265_PLUGIN")]
    return build("libheif", "libheif-dev", lambda built: [
        ["cmake", "-DCMAKE_BUILD_TYPE=Release", f"-DCMAKE_INSTALL_PREFIX={built}", f"-DCMAKE_INSTALL_LIBDIR={built}",
         "-DENABLE_PLUGIN_LOADING=OFF", "-DWITH_DEFLATE_HEADER_COMPRESSION=ON", *without, "."],
        ["make", "-j", str(os.cpu_count())], ["make", "install/strip"]])


def build(name, package, commands):
    """Builds a source package with `commands(folder)`, unless that was done before. Returns that folder."""
    place = facts.ROOT / ".build" / name
    version = facts.output("dpkg-query", "-W", "-f", "${source:Version}", package)
    built = place / f"built-{version}"
    if not built.exists():
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        source = download(name, version, place)
        print(f"Building {name} {version} with the decoders of photopick.", flush=True)
        for command in commands(built):
            done = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False)
            if done.returncode:
                shutil.rmtree(built, ignore_errors=True)
                raise SystemExit(f"release: {' '.join(command[:2])} of {name} failed: {(done.stderr or done.stdout)[-2000:]}")
    return built


def download(name, version, place):
    """Downloads and unpacks a source package with the system's package sources. Returns its folder."""
    lists, parts = place / "lists", place / "sources"
    (lists / "partial").mkdir(parents=True)
    parts.mkdir()
    for file in [Path("/etc/apt/sources.list"), *Path("/etc/apt/sources.list.d").glob("*")]:
        if file.suffix in (".list", ".sources") and file.exists():
            text = re.sub(r"^Types:.*", "Types: deb-src", file.read_text(), flags=re.M)
            (parts / file.name).write_text(re.sub(r"^deb ", "deb-src ", text, flags=re.M))
    options = ["-o", "Dir::Etc::SourceList=/dev/null", "-o", f"Dir::Etc::SourceParts={parts}", "-o", f"Dir::State::Lists={lists}",
               "-o", "APT::Sandbox::User=root"]
    for command in (["update", "-qq"], ["source", "-qq", f"{name}={version}"]):
        done = subprocess.run(["apt-get", *options, *command], cwd=place, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"release: the source of {name} {version} can't be downloaded: {done.stderr.strip()}")
    return next(path for path in place.glob(f"{name}-*") if path.is_dir())


def needed(path):
    return re.findall(r"NEEDED\s+(\S+)", facts.output("objdump", "-p", path))


def gather(release, libraries):
    """Returns the path of each library in the archive by name, and the packages that contain them."""
    own = [(ffmpeg(), "libavformat-dev"), (libheif(), "libheif-dev")]
    found, packages = {}, {}
    # The desktop portal needs a desktop, which has libsystemd.
    waiting = needed(release.program) + [each.name for each in libraries.loaded_late if each.name != "libsystemd.so.0"]
    while waiting:
        name = waiting.pop()
        if name in found or GLIBC.match(name):
            continue
        for folder, package in own:
            if (folder / name).exists():
                found[name] = (folder / name).resolve()
                packages[folder.parent.name] = Path("/usr/share/doc", package, "copyright")
        if name not in found:
            library = facts.Library(name, libraries.cache[name])
            found[name] = library.path
            packages[library.package] = Path("/usr/share/doc", library.package, "copyright")
        waiting += needed(found[name])
    return found, packages


def newest_glibc(paths):
    """Returns the version of glibc that the files require."""
    versions = [re.findall(r"GLIBC_(\d+)\.(\d+)", facts.output("objdump", "-T", path)) for path in paths]
    return max((int(major), int(minor)) for found in versions for major, minor in found)


def files(release, libraries):
    """Returns the contents of the executable and of the libraries and licenses of the archive by path.

    Returns nothing if this system is newer than the oldest one that the archive is for.
    """
    found, packages = gather(release, libraries)
    newest = newest_glibc([release.program, *found.values()])
    if newest > OLDEST_GLIBC:
        print(f"No archive for any Linux: it would require glibc {newest[0]}.{newest[1]}; make it on Debian 12.")
        return {}
    contents = {}
    with tempfile.TemporaryDirectory() as work:
        for name, path in [("photopick", release.program), *sorted(found.items())]:
            copy = Path(shutil.copy(path, Path(work, name)))
            # A library's path would take precedence over the executable's, which also applies to what libraries require.
            change = ["--force-rpath", "--set-rpath", "$ORIGIN/../lib/photopick"] if name == "photopick" else ["--remove-rpath"]
            facts.output("patchelf", *change, copy)
            place = "bin/photopick" if name == "photopick" else f"lib/photopick/{name}"
            contents[place] = (copy.read_bytes(), 0o755 if name == "photopick" else 0o644)
    for package, licence in packages.items():
        contents[f"share/doc/photopick/licenses/{package}"] = (licence.read_bytes(), 0o644)
    contents["share/doc/photopick/licenses/photopick"] = ((facts.DEBIAN / "copyright").read_bytes(), 0o644)
    return contents
