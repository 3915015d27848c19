"""Changes a tree of photos, sidecars, folders and links at random."""

import contextlib
import ctypes
import os
import random
import shutil
import struct

from photos import exif

RENAME_EXCHANGE = 2
AT_FDCWD = -100


def photo(choice):
    """Returns the start of a JPEG with random date and size. Its size in bytes has few values, so that many files are
    equal in size.
    """
    year, month, day = choice.randrange(2010, 2020), choice.randrange(1, 10), choice.randrange(10, 20)
    metadata = b"Exif\0\0" + exif(date=f"{year}:{month:02}:{day} 10:00:00")
    frame = struct.pack(">HHBHHBBBB", 0xFFC0, 11, 8, choice.randrange(1, 999), 20, 1, 1, 0x11, 0)
    scan = bytes((0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0)) + bytes(choice.choice((0, 0, 0, 100)))
    return b"\xff\xd8\xff\xe1" + struct.pack(">H", len(metadata) + 2) + metadata + frame + scan


def sidecar(choice, name):
    """Returns a valid or corrupt sidecar for a file name. Its size in bytes has few values."""
    if choice.random() < 0.15:
        return choice.choice((b"", b"<x", b"{", bytes(40), photo(choice)))
    if name.lower().endswith(".xmp"):
        meant = choice.choice(("", "", 'photoshop:SidecarForExtension="jpg"'))
        return f"""<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="{choice.randrange(1, 6)}" {meant}
            xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"/></rdf:RDF></x:xmpmeta>""".encode()
    if name.lower().endswith(".json"):
        return f'{{"title": "IMG", "photoTakenTime": {{"timestamp": "{choice.randrange(10**9, 2 * 10**9)}"}}}}'.encode()
    return b"<?xml version='1.0'?><plist/>"


class Writer:
    """Changes a tree at random, ignoring operations that fail because a path is missing or exists."""

    names = ["IMG_1.jpg", "IMG_2.JPG", "IMG_10.jpg", "a b.jpeg", "line\nbreak.jpg", "\x1b[31mred.jpg"]
    names += [os.fsdecode(b"latin-\xe9.jpg"), "Bild-\u00e4.jpg", "plain", "notes.txt", ".hidden.jpg", "clip.mp4"]
    sidecars = ["IMG_1.jpg.xmp", "IMG_1.xmp", "IMG_1_01.jpg.xmp", "IMG_1.AAE", "IMG_1.jpg.json", "IMG_2.jpg.XMP"]
    sidecars += ["IMG_2.JPG.supplemental-metadata.json", "IMG_10.jpg(1).json", "plain.xmp", "plain.json", "clip.aae"]
    sidecars += ["a b.jpeg.json", "line\nbreak.jpg.xmp", "clip.mp4.json", "notes.txt.xmp", ".hidden.jpg.xmp"]
    folders = ["Trip", "Trip/Day 1", "2014", "2014/05", ".hidden", "Trip/Day 1/deep/deeper", "line\nbreak"]

    def __init__(self, root, seed):
        self.root, self.choice = root, random.Random(seed)
        self.away = root + " away"
        self.library = ctypes.CDLL(None, use_errno=True)
        self.actions = [self.create] * 4 + [self.overwrite] * 4 + [self.rename] * 3 + [self.write_sidecar] * 4
        self.actions += [self.swap, self.delete, self.copy, self.hard_link, self.symbolic_link, self.append]
        self.actions += [self.damage, self.replace, self.change_mode, self.restore_time, self.make_folder]
        self.actions += [self.rename_folder, self.delete_folder, self.link_folder]

    def act(self):
        with contextlib.suppress(OSError):
            self.choice.choice(self.actions)()

    def folder(self):
        return os.path.join(self.root, self.choice.choice(["", *self.folders]))

    def path(self):
        names = self.sidecars if self.choice.random() < 0.25 else self.names
        return os.path.join(self.folder(), self.choice.choice(names))

    def photo(self):
        """Returns the path of a photo, which usually exists."""
        folder = self.folder()
        found = [name for name in sorted(os.listdir(folder)) if not os.path.isdir(os.path.join(folder, name))]
        return os.path.join(folder, self.choice.choice(found)) if found else self.path()

    def create(self):
        path = self.path()
        os.makedirs(os.path.dirname(path), exist_ok=True)
        self.write(path, "wb", photo(self.choice))

    @staticmethod
    def write(path, mode, content):
        with open(path, mode) as file:
            file.write(content)

    def overwrite(self):
        path = self.photo()
        self.write(path, "r+b", self.content(path))

    def content(self, path):
        """Returns the usual content for a file name."""
        name = os.path.basename(path)
        return sidecar(self.choice, name) if name in self.sidecars else photo(self.choice)

    def write_sidecar(self):
        """Writes a sidecar, usually of an existing photo."""
        folder = os.path.dirname(self.photo())
        name = self.choice.choice(self.sidecars)
        self.write(os.path.join(folder, name), "wb", sidecar(self.choice, name))

    def append(self):
        self.write(self.photo(), "ab", b"more")

    def damage(self):
        os.truncate(self.photo(), self.choice.randrange(60))

    def restore_time(self):
        """Overwrites a file and restores its modification time, as some tools do."""
        path = self.photo()
        before = os.stat(path)
        self.write(path, "r+b", self.content(path))
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))

    def replace(self):
        path = self.photo()
        self.write(path + ".part", "wb", self.content(path))
        os.rename(path + ".part", path)

    def change_mode(self):
        os.chmod(self.photo(), self.choice.choice((0o600, 0o644)))

    def rename(self):
        os.rename(self.photo(), self.path())

    def swap(self):
        first, second = os.fsencode(self.photo()), os.fsencode(self.photo())
        self.library.renameat2(AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE)

    def delete(self):
        os.unlink(self.photo())

    def copy(self):
        shutil.copy2(self.photo(), self.path())

    def hard_link(self):
        os.link(self.photo(), self.path())

    def symbolic_link(self):
        os.symlink(self.photo(), self.path())

    def make_folder(self):
        os.makedirs(self.folder(), exist_ok=True)

    def rename_folder(self):
        os.rename(self.folder(), self.folder())

    def delete_folder(self):
        path = self.folder()
        if path.rstrip("/") != self.root:
            shutil.rmtree(path) if not os.path.islink(path) else os.unlink(path)

    def link_folder(self):
        link = os.path.join(self.root, self.choice.choice(("link", "Trip/link", "another link")))
        if os.path.islink(link):
            os.unlink(link)
        # Some links lead outside the tree, and one leads back.
        away = os.path.join(self.away, "deep")
        os.makedirs(away, exist_ok=True)
        shutil.copy2(self.photo(), os.path.join(self.choice.choice((self.away, away)), "away.jpg"))
        back = os.path.join(self.away, "back")
        if os.path.islink(back):
            os.unlink(back)
        os.symlink(self.folder(), back)
        os.symlink(self.choice.choice((self.folder(), self.folder(), self.away, away)), link)
