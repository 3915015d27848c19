"""Creates the files of a release from parts that Scripts/release has built: the executable, the folder of the manual
and completions, the folder for the files, and the address from which the source is loaded.
"""

import hashlib
import re
import sys
from pathlib import Path

import archives
import facts
import sbom


def brew_libraries():
    """Returns the Homebrew names of the libraries."""
    table = re.search(r"^libraries=\(\n(.*?)^\)", (facts.ROOT / "Scripts/lib/common.bash").read_text(), re.M | re.S)[1]
    return sorted({line.strip(' "').split()[2] for line in table.splitlines() if line.strip().startswith('"')})


def write_formula(release, source, folder, url):
    """Writes the Homebrew formula, which builds from source (Homebrew Formula Cookbook)."""
    base = url.rstrip("/") if url else "file://#{__dir__}"
    depends = "\n".join(f'  depends_on "{name}"' for name in brew_libraries() if name not in ("sqlite", "zlib", "curl"))
    (folder / "photopick.rb").write_text(f"""\
class Photopick < Formula
  desc "Photo browser and multi-select picker for the command-line"
  url "{base}/{source.name}"
  version "{release.version}"
  sha256 "{hashlib.sha256(source.read_bytes()).hexdigest()}"
  license "MIT"

  depends_on "pkgconf" => :build
{depends}
  depends_on macos: :sequoia

  uses_from_macos "swift" => :build, since: :sequoia
  uses_from_macos "curl"
  uses_from_macos "sqlite"
  uses_from_macos "zlib"

  def install
    arguments = OS.linux? ? ["--static-swift-stdlib"] : []
    system "swift", "build", "--disable-sandbox", "-c", "release", "--product", "photopick", *arguments
    bin.install ".build/release/photopick"
    man1.install Dir["man/*.1"]
    man7.install Dir["man/*.7"]
    generate_completions_from_executable(bin/"photopick", "--generate-completion-script")
    pkgshare.install "Samples"
  end

  test do
    assert_match version.to_s, shell_output("#{{bin}}/photopick --version")
    cp_r pkgshare/"Samples", testpath
    assert_match "May 2014 · 3", shell_output("#{{bin}}/photopick browse Samples --since 2014 --until 2014")
  end
end
""")


program, parts, folder = map(Path, sys.argv[1:4])
release, libraries = facts.Release(program), facts.Libraries(program)
package = archives.debian(release, libraries, parts, folder)
if package.stat().st_size > 20_000_000:
    sys.exit(f"release: {package.name} has more than 20 MB")
archives.binary(release, libraries, parts, folder)
write_formula(release, archives.source(release, parts, folder), folder, sys.argv[4])
sbom.write(release, libraries, folder)
