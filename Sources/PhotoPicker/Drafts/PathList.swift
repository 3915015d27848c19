import PhotoFiles
import PhotoFormats
import PhotoLibrary
import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The paths of the files that an earlier result names, in its order, each once.
///
///     let list = try PathList(contentsOf: "earlier.json")
///     list.paths.count
///
/// Read are JSON arrays, JSON lines and XML property lists of this program, in the keys of UIKit or in plain
/// ones, and paths or `file://` URLs that are separated by NUL or, if there is none, by newlines.
public struct PathList: Sendable, Hashable {
  /// The bytes of the paths as they were written, absolute or from the current folder; never empty, free of NUL.
  public let paths: [[UInt8]]

  /// The most bytes of a list: enough for two million records.
  public static let byteLimit = 1 << 30

  /// No system has longer paths: `PATH_MAX` of Linux; macOS has 1024.
  private static let longestPath = 4096

  /// Reads a list.
  ///
  /// - Throws: `PathListError` if the bytes begin like JSON or a property list and are none, or are those of a
  ///   picture.
  public init(_ bytes: [UInt8]) throws(PathListError) {
    let found: [[UInt8]]
    switch PathListForm(of: bytes) {
    case .paths:
      found = Self.separatedPaths(bytes)
      guard !Self.isPicture(bytes), found.allSatisfy({ $0.count <= Self.longestPath }) else {
        throw PathListError(.noList, line: nil)
      }
    case .json: found = try Self.entries(bytes).map(\.path)
    case .jsonLines: found = try Self.lines(bytes)
    case .propertyList: found = try Self.propertyList(bytes)
    }
    guard found.allSatisfy({ !$0.isEmpty && !$0.contains(0) }) else {
      throw PathListError(.noPath, line: nil)
    }
    var seen = Set<[UInt8]>()
    paths = found.filter { seen.insert($0).inserted }
  }

  /// Reads a list from a file or pipe.
  ///
  /// - Throws: `PathListError` also if the file cannot be read or is beyond `byteLimit`.
  public init(contentsOf file: FilePath) throws(PathListError) {
    try self.init(Self.readable { () throws(Errno) in try file.contents(limit: Self.byteLimit) })
  }

  /// Reads a list from an open file or pipe.
  ///
  /// - Throws: `PathListError` also if it cannot be read or is beyond `byteLimit`.
  public init(reading file: FileDescriptor) throws(PathListError) {
    try self.init(Self.readable { () throws(Errno) in try file.readAll(limit: Self.byteLimit) })
  }

  /// The paths of a list without any dictionary: separated by NUL if there is one, else by newlines, with a byte
  /// order mark left out.
  public static func separatedPaths(_ bytes: [UInt8]) -> [[UInt8]] {
    let (newline, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    var lines: [ArraySlice<UInt8>]
    if bytes.contains(0) {
      lines = bytes.split(separator: 0)
    } else {
      let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
      lines = bytes.dropFirst(isMarked ? 3 : 0).split(separator: newline)
      // Lists from Windows and from spreadsheets end each line in CR LF, the last one maybe in nothing.
      let ended = bytes.last == newline ? lines : lines.dropLast()
      if ended.allSatisfy({ $0.last == carriageReturn }) {
        lines = lines.map { $0.last == carriageReturn ? $0.dropLast() : $0 }
      }
    }
    return lines.lazy.filter { !$0.isEmpty }.map { line in
      guard line.starts(with: "file://".utf8) else { return Array(line) }
      return FileURL.path(String(decoding: line, as: UTF8.self)) ?? Array(line)
    }
  }

  /// True for a picture that was taken for a list. Text that happens to begin like one is still a list.
  private static func isPicture(_ bytes: [UInt8]) -> Bool {
    guard !bytes.prefix(4).allSatisfy({ (0x20...0x7E).contains($0) }) else { return false }
    return PhotoMetadata.read(ByteSource(bytes)).fileType != .unknown
  }

  private static func readable(_ read: () throws(Errno) -> [UInt8]) throws(PathListError) -> [UInt8] {
    do throws(Errno) {
      return try read()
    } catch {
      throw PathListError(.unreadable("\(error)"), line: nil)
    }
  }

  private static func entries(_ bytes: [UInt8]) throws(PathListError) -> [PathListEntry] {
    do {
      return try JSONDecoder().decode([PathListEntry].self, from: Data(bytes))
    } catch {
      throw PathListError(error, form: "a JSON array", line: nil)
    }
  }

  private static func lines(_ bytes: [UInt8]) throws(PathListError) -> [[UInt8]] {
    let decoder = JSONDecoder()
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var paths = [[UInt8]]()
    for (index, line) in lines.enumerated() where !line.allSatisfy(PathListForm.isBlank) {
      do {
        paths.append(try decoder.decode(PathListEntry.self, from: Data(line)).path)
      } catch {
        throw PathListError(error, form: "JSON", line: index + 1)
      }
    }
    return paths
  }

  private static func propertyList(_ bytes: [UInt8]) throws(PathListError) -> [[UInt8]] {
    guard PathListForm.isShallowPropertyList(bytes) else {
      throw PathListError(.malformed("a property list"), line: nil)
    }
    do {
      return try PropertyListDecoder().decode([PathListEntry].self, from: Data(bytes)).map(\.path)
    } catch {
      throw PathListError(error, form: "a property list", line: nil)
    }
  }
}

/// Why a list could not be read.
public struct PathListError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What happened.
  public enum Reason: Sendable, Hashable {
    /// The file cannot be read; why, in a few words.
    case unreadable(String)
    /// It begins like this form and is not of it.
    case malformed(String)
    /// The bytes are no list of paths.
    case noList
    /// A record names no file.
    case noPath
  }

  /// What happened.
  public let reason: Reason
  /// The line of JSON lines, from 1; `nil` if the form has none.
  public let line: Int?

  init(_ reason: Reason, line: Int?) {
    self.reason = reason
    self.line = line
  }

  /// The error of a list that a decoder could not read.
  init(_ error: any Error, form: String, line: Int?) {
    self.init(error is PathListEntry.NoPath ? .noPath : .malformed(form), line: line)
  }

  /// A few words for a person, to stand behind the name of the file.
  public var description: String {
    let place = line.map { "line \($0): " } ?? ""
    switch reason {
    case .unreadable(let reason): return "cannot be read: \(reason)"
    case .malformed(let form): return "\(place)begins like \(form) and is none; was it cut short?"
    case .noList: return "is no list; give a result of photopick, or one path a line"
    case .noPath: return "\(place)a record names no file; give a result of photopick, or one path a line"
    }
  }
}
