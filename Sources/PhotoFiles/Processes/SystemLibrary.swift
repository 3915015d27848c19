import CFileSystem

/// A C library of the system that photopick uses.
package struct SystemLibrary: Sendable {
  package let name: String
  /// The version that the library reports, or `nil` if it doesn't report one.
  package let version: String?
  /// The resolved path of the library's file, or `nil` if it is linked statically or can't be loaded.
  package let file: String?
  /// The reason why the library can't be loaded, and the remedy.
  package let problem: String?

  /// A library that is linked, and how it reports its version.
  private typealias Linked = (name: String, file: String, function: String?, form: library_version_form)

  private static let linked: [Linked] = [
    ("chafa", "libchafa.so.0", nil, LIBRARY_VERSION_UNKNOWN),
    ("expat", "libexpat.so.1", "XML_ExpatVersion", LIBRARY_VERSION_TEXT),
    ("giflib", "libgif.so.7", nil, LIBRARY_VERSION_UNKNOWN),
    ("lcms2", "liblcms2.so.2", nil, LIBRARY_VERSION_UNKNOWN),
    ("libexif", "libexif.so.12", nil, LIBRARY_VERSION_UNKNOWN),
    ("libjpeg-turbo", "libjpeg.so.62", nil, LIBRARY_VERSION_UNKNOWN),
    ("libjpeg-turbo", "libjpeg.so.8", nil, LIBRARY_VERSION_UNKNOWN),
    ("libpng", "libpng16.so.16", "png_get_libpng_ver", LIBRARY_VERSION_TEXT),
    ("libwebp", "libwebp.so.7", "WebPGetDecoderVersion", LIBRARY_VERSION_BYTES),
    ("sqlite", "libsqlite3.so.0", "sqlite3_libversion", LIBRARY_VERSION_TEXT),
    ("zlib", "libz.so.1", "zlibVersion", LIBRARY_VERSION_TEXT),
  ]

  /// Returns the linked libraries, and those that are loaded when they are first needed, by name. Loads them.
  package static func all() -> [SystemLibrary] {
    let late = sequence(state: 0) { index -> UnsafeMutablePointer<loaded_library>? in
      defer { index += 1 }
      return library_at(index)
    }
    return (linked.compactMap(SystemLibrary.init) + late.map { SystemLibrary($0) }).sorted {
      $0.name < $1.name
    }
  }

  /// The name and version of the distribution: `PRETTY_NAME` of os-release(5).
  package static var distribution: String? {
    var value = [CChar](repeating: 0, count: Int(SYSTEM_VALUE_SIZE))
    return system_release_value("PRETTY_NAME", &value) ? text(value) : nil
  }

  /// Describes a linked library. Returns `nil` if the process has no shared library of this name.
  private init?(_ linked: Linked) {
    let found = linked.file.withCString { file in
      Self.withOptionalCString(linked.function) { function in
        var library = loaded_library()
        library.files.0 = file
        library.version_function = function
        library.version_form = linked.form
        return Self.description(of: &library)
      }
    }
    guard let file = found.file else { return nil }
    (name, version, self.file, problem) = (linked.name, found.version, file, nil)
  }

  /// Loads a library.
  private init(_ library: UnsafeMutablePointer<loaded_library>) {
    name = String(cString: library.pointee.name)
    var message = [CChar](repeating: 0, count: Int(LIBRARY_MESSAGE_SIZE))
    if library_load(library, &message) {
      (version, file) = Self.description(of: library)
      problem = nil
    } else {
      (version, file, problem) = (nil, nil, Self.text(message))
    }
  }

  private static func description(
    of library: UnsafeMutablePointer<loaded_library>
  ) -> (version: String?, file: String?) {
    var version = [CChar](repeating: 0, count: Int(LIBRARY_VERSION_SIZE))
    let isKnown = library_version(library, &version)
    let file = library_file(library)
    defer { free(file) }
    return (isKnown ? text(version) : nil, file.map { String(cString: $0) })
  }

  private static func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func withOptionalCString<Result>(
    _ text: String?, _ body: (UnsafePointer<CChar>?) -> Result
  ) -> Result {
    guard let text else { return body(nil) }
    return text.withCString(body)
  }
}
