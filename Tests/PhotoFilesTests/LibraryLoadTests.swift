import CFileSystem
import Testing

/// Libraries that are loaded when they are first needed.
struct LibraryLoadTests {
  /// Calls `body` with a library of two versions without functions, and returns its message.
  private func message(
    _ body: (UnsafeMutablePointer<loaded_library>, UnsafeMutablePointer<CChar>) -> Void
  ) -> String {
    "libmap".withCString { name in
      "libmap.so.6".withCString { newer in
        "libmap.so.5".withCString { older in
          "4.5 or newer".withCString { version in
            var library = loaded_library()
            (library.name, library.version, library.packages) = (name, version, name)
            (library.files.0, library.files.1) = (newer, older)
            pthread_mutex_init(&library.lock, nil)
            return text(of: Int(LIBRARY_MESSAGE_SIZE)) { body(&library, $0) }
          }
        }
      }
    }
  }

  /// Returns the string that `body` writes into a buffer.
  private func text(of size: Int, _ body: (UnsafeMutablePointer<CChar>) -> Void) -> String {
    var buffer = [CChar](repeating: 0, count: size)
    body(&buffer)
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  @Test func `the message about a missing library names its file on an unknown system`() {
    let text = message { library, message in #expect(!library_load(library, message)) }
    #expect(text == "libmap 4.5 or newer is not installed; its file is libmap.so.6")
  }

  private static let packages = "debian=libmap2 debian12=libmap1 fedora=libmap-free arch=map"

  @Test(arguments: [
    ("ID=debian\nVERSION_ID=\"12\"\n", "libmap1"),
    ("PRETTY_NAME=\"Debian GNU/Linux 13\"\nVERSION_ID=\"13\"\nID=debian", "libmap2"),
    ("ID=ubuntu\nID_LIKE=debian\nVERSION_ID='24.04'\n", "libmap2"),
    ("ID=bazzite\nID_LIKE=\"rhel fedora\"\n", "libmap-free"),
    ("ID=arch\n", "map"),
    ("NAME=ID=arch\n", ""), ("ID=\n", ""), ("", ""), ("ID=\"", ""), ("ID=gentoo\nID_LIKE=\"  \"", ""),
  ])
  func `the package is that of the distribution`(release: String, package: String) {
    let found = text(of: Int(LIBRARY_PACKAGE_SIZE)) { package in
      #expect(library_package(Self.packages, release, package) == (package[0] != 0))
    }
    #expect(found == package)
  }

  @Test func `a long value in os-release is cut`() {
    let release = "ID=" + String(repeating: "x", count: 5000)
    let found = text(of: Int(LIBRARY_PACKAGE_SIZE)) { #expect(!library_package(Self.packages, release, $0)) }
    #expect(found.isEmpty)
  }

  @Test(arguments: [
    (
      "libmap.so.6: cannot open shared object file: Too many open files",
      "libmap cannot be loaded: too many open files; raise the limit with ulimit -n"
    ),
    (
      "liblerc.so.4: cannot open shared object file: Too many open files",
      "libmap cannot be loaded: too many open files; raise the limit with ulimit -n"
    ),
    (
      "libmap.so.6: failed to map segment from shared object: Cannot allocate memory",
      "libmap cannot be loaded: no memory left"
    ),
    (
      "libmap.so.5: cannot open shared object file: No such file or directory",
      "libmap 4.5 or newer is not installed; its file is libmap.so.6"
    ),
    (
      "liblerc.so.4: cannot open shared object file: No such file or directory",
      "libmap cannot be loaded: liblerc.so.4: cannot open shared object file: No such file or directory"
    ),
  ])
  func `the message names the exhausted resource`(error: String, expected: String) {
    #expect(message { library, message in library_describe(library, error, message) } == expected)
  }
}
