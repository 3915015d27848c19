"""Creates the files of a release from parts that Scripts/release has built: the executable, the folder of the manual
and completions, the folder for the files, and the address from which the source is loaded.
"""

import sys
from pathlib import Path

import archives
import facts
import formula
import sbom

program, parts, folder = map(Path, sys.argv[1:4])
release, libraries = facts.Release(program), facts.Libraries(program)
package = archives.debian(release, libraries, parts, folder)
if package.stat().st_size > 20_000_000:
    sys.exit(f"release: {package.name} has more than 20 MB")
archives.binary(release, libraries, parts, folder)
formula.write(release, archives.source(release, parts, folder), folder, sys.argv[4])
sbom.write(release, libraries, folder)
