import Foundation
import SystemPackage

/// File operations of tests.
enum FileSystem {
  static func makeFolder(_ path: FilePath) throws {
    try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: true)
  }

  static func remove(_ path: FilePath) { try? FileManager.default.removeItem(atPath: path.string) }

  static func write(_ bytes: [UInt8], to path: FilePath) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path.string))
  }

  /// Truncates a file, which also affects open descriptors.
  static func truncate(_ path: FilePath) throws {
    let file = try FileDescriptor.open(path, .writeOnly, options: .truncate)
    try file.close()
  }

  static func read(_ path: FilePath) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path.string)))
  }

  static func permissions(_ path: FilePath) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path.string)[.posixPermissions] as? Int
  }

  static func setPermissions(_ permissions: Int, of path: FilePath) throws {
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path.string)
  }

  static func setModificationTime(_ seconds: Double, of path: FilePath) throws {
    let date = Date(timeIntervalSince1970: seconds)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path.string)
  }

  static func names(in path: FilePath) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path.string).sorted()
  }
}
