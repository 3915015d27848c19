import PhotoFiles
import SystemPackage

enum ServerPath {
  private static let slash = UInt8(ascii: "/")

  /// Requires components that are names.
  static func check(_ path: [UInt8], limit: Int) throws(RemoteError) {
    guard path.count <= limit else {
      throw RemoteError(.fileNameTooLong, "the path has more than \(limit) bytes")
    }
    guard
      path.isEmpty
        || path.split(separator: slash, omittingEmptySubsequences: false).allSatisfy({ isName($0) })
    else { throw RemoteError(.invalidArgument, "the path has a component that is no name") }
  }

  /// The maximum depth of folders that are listed. A server may describe endlessly many folders in each other.
  static let depthLimit = 100

  static func checkDepth(_ folder: [UInt8]) throws(RemoteError) {
    guard folder.split(separator: slash).count <= depthLimit else {
      throw RemoteError(
        .fileNameTooLong,
        "folders are nested more than \(depthLimit) deep on the server; deeper ones aren't read")
    }
  }

  static func isName(_ bytes: some Collection<UInt8>) -> Bool {
    !bytes.isEmpty && !bytes.contains(0) && !bytes.contains(slash) && !bytes.elementsEqual(".".utf8)
      && !bytes.elementsEqual("..".utf8)
  }

  /// Returns bytes percent-encoded for a path (RFC 3986, 2.3: only unreserved characters and slashes stay).
  static func escaped(_ path: [UInt8]) -> String { String(decoding: FileURL.escaped(path), as: UTF8.self) }

  /// Returns bytes percent-encoded for a query, slashes too.
  static func escapedValue(_ value: [UInt8]) -> String {
    escaped(value).split(separator: "/", omittingEmptySubsequences: false).joined(separator: "%2F")
  }

  /// Returns the path of the folder that contains a file; the root is empty.
  static func folder(of file: [UInt8]) -> [UInt8] {
    file.lastIndex(of: slash).map { Array(file[..<$0]) } ?? []
  }

  static func appending(_ name: [UInt8], to folder: [UInt8]) -> [UInt8] {
    folder.isEmpty ? name : folder + [slash] + name
  }
}
