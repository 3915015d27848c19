"""A command for ranger: `:photopick` picks photos in this folder and marks them."""

import tempfile
from pathlib import Path

from ranger.api.commands import Command


class photopick(Command):  # pylint: disable=invalid-name
    """:photopick [OPTIONS]

    Opens photopick in this folder and marks the picked photos. Photos in other folders are added to the copy buffer.
    """

    def execute(self):
        with tempfile.TemporaryDirectory() as folder:
            chosen = Path(folder, "chosen")
            self.fm.execute_command(
                ["photopick", "pick", self.fm.thisdir.path, "--chooser-file", str(chosen), *self.args[1:]])
            paths = chosen.read_text(errors="surrogateescape").splitlines() if chosen.exists() else []
        shown = {file.path: file for file in self.fm.thisdir.files or []}
        for path in paths:
            if path in shown:
                self.fm.thisdir.mark_item(shown[path], True)
        others = [path for path in paths if path not in shown]
        if others:
            self.fm.copy_buffer |= {self.fm.get_filesystem_object(path) for path in others} if hasattr(
                self.fm, "get_filesystem_object") else set()
        self.fm.ui.redraw_main_column()
