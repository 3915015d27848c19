import CFileSystem
import Testing

/// Libraries that are loaded when they are first needed.
struct LibraryLoadTests {
  /// Calls `body` with a library without functions, and returns its message.
  private func message(
    _ body: (UnsafeMutablePointer<loaded_library>, UnsafeMutablePointer<CChar>) -> Void
  ) -> String {
    "libmap".withCString { name in
      "libmap.so.6".withCString { file in
        "4.5".withCString { version in
          var library = loaded_library()
          (library.name, library.version, library.packages) = (name, version, "none=\(0)")
          library.files.0 = file
          pthread_mutex_init(&library.lock, nil)
          var message = [CChar](repeating: 0, count: Int(LIBRARY_MESSAGE_SIZE))
          body(&library, &message)
          return String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
      }
    }
  }

  @Test func `the message about a missing library names its package`() {
    let text = message { library, message in #expect(!library_load(library, message)) }
    #expect(text == "libmap 4.5 or newer is not installed; it is the package libmap of Debian and Ubuntu")
  }

  @Test func `the message about an exact version names it`() {
    let text = message { library, message in
      library.pointee.is_exact = true
      #expect(!library_load(library, message))
    }
    #expect(text == "libmap 4.5 is not installed; it is the package libmap of Debian and Ubuntu")
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
      "liblerc.so.4: cannot open shared object file: No such file or directory",
      "libmap cannot be loaded: liblerc.so.4: cannot open shared object file: No such file or directory"
    ),
  ])
  func `the message names the exhausted resource`(error: String, expected: String) {
    #expect(message { library, message in library_describe(library, error, message) } == expected)
  }
}
