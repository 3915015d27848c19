import SystemPackage

/// A text file that the user edits.
package enum ConfigurationFile {
  /// The maximum size in bytes.
  package static let byteLimit = 64 * 1024

  /// Returns the bytes of a file without a byte order mark; `nil` if it doesn't exist.
  ///
  /// - Throws: `ConfigurationMistake` if the file can't be read.
  package static func contents(_ file: FilePath) throws(ConfigurationMistake) -> [UInt8]? {
    do throws(Errno) {
      // Opening a named pipe must not block.
      let open = try OpenFile(file)
      guard open.status.kind == .regular else {
        throw open.status.kind == .directory ? .isDirectory : .invalidArgument
      }
      let bytes = try open.descriptor.readAll(limit: byteLimit)
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      return bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
    } catch .noSuchFileOrDirectory {
      return nil
    } catch {
      let reason = error == .fileTooLarge ? "it is larger than 64 KiB" : "\(error)"
      throw ConfigurationMistake(file: file, line: nil, reason: reason)
    }
  }
}

/// An error in a file of settings or custom commands.
public struct ConfigurationMistake: Error, Sendable, Hashable, CustomStringConvertible {
  public let file: FilePath
  /// The line, from 1 on; `nil` if the error concerns the entire file.
  public let line: Int?
  public let reason: String

  public init(file: FilePath, line: Int?, reason: String) {
    (self.file, self.line, self.reason) = (file, line, reason)
  }

  public var description: String { text(of: "\(file)") }

  /// The description, with the file name instead of the path.
  public var shortDescription: String { text(of: file.lastComponent?.string ?? "\(file)") }

  private func text(of file: String) -> String { "\(file)\(line.map { ", line \($0)" } ?? ""): \(reason)" }
}
