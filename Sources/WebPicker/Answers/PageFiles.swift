/// The files of the page, which are part of the program.
enum PageFiles {
  /// A file and what it is.
  struct File: Sendable {
    let bytes: [UInt8]
    let type: String
  }

  /// The page itself.
  static let index = File(bytes: PackageResources.index_html, type: "text/html; charset=utf-8")

  /// The files that the page asks for, by their names.
  static let others: [String: File] = [:]
}
