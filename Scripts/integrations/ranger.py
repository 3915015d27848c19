"""A command for ranger: `:photopick` picks photos in this folder and marks them."""

import os
import tempfile
from pathlib import Path

from ranger.api.commands import Command
from ranger.container.file import File


class photopick(Command):  # pylint: disable=invalid-name
    """:photopick [OPTIONS]

    Opens photopick in this folder and marks the picked photos. Photos in subfolders are added to the copied files.
    """

    def execute(self):
        folder = self.fm.thisdir
        with tempfile.TemporaryDirectory() as place:
            chosen = Path(place, "chosen")
            self.fm.execute_command(
                ["photopick", "pick", folder.path, "-0", "--output", str(chosen), *self.args[1:]])
            # Bytes, since text would have other line breaks, and paths needn't be text.
            paths = chosen.read_bytes().split(b"\0")[:-1] if chosen.exists() else []
        files = {file.path: file for file in folder.files or []}
        for path in map(os.fsdecode, paths):
            if path in files:
                folder.mark_item(files[path], True)
            else:
                self.fm.copy_buffer.add(File(path))
        self.fm.ui.redraw_main_column()
