import PhotoFiles
import PhotoFormats
import SystemPackage

/// A GPX file (GPX 1.0 and 1.1): the points of its tracks that have a time. Routes and waypoints are ignored.
public enum TrackFile {
  /// The most points of a file: a day per second has 86,400.
  static let pointLimit = 4_000_000
  private static let pieceCount = 256 * 1024
  private static let tagLimit = 64 * 1024

  /// Reads the points in the order of the file.
  public static func points(of path: FilePath) throws(TrackError) -> [TrackPoint] {
    var reader = GPXReader()
    do {
      let file = try OpenFile(path, waits: true)
      guard file.status.kind != .directory else { throw TrackError(path, .folder) }
      let tokens = XMLTokens(tagLimit: tagLimit)
      try withUnsafeTemporaryAllocation(byteCount: pieceCount, alignment: 16) { room in
        var isLast = false
        while !isLast {
          let count = try withExtendedLifetime(file) { try file.descriptor.read(into: room) }
          isLast = count == 0
          for token in try tokens.next(UnsafeRawBufferPointer(rebasing: room[..<count]), isLast: isLast) {
            guard reader.read(token.kind) else { throw TrackError(path, .tooManyPoints) }
          }
        }
      }
    } catch let error as XMLTokens.Malformed {
      throw TrackError(path, .malformed(error.reason))
    } catch let error as TrackError {
      throw error
    } catch let error as Errno {
      throw TrackError(path, .unreadable(error))
    } catch {
      throw TrackError(path, .unreadable(.ioError))
    }
    guard reader.isTrackFile else { throw TrackError(path, .noTrackFile) }
    guard !reader.points.isEmpty else { throw TrackError(path, .noPoints) }
    return reader.points
  }
}

/// A track file can't be used.
public struct TrackError: Error, Sendable, Hashable, CustomStringConvertible {
  public enum Reason: Sendable, Hashable {
    case unreadable(Errno)
    case folder
    case malformed(String)
    /// The root element isn't `gpx`.
    case noTrackFile
    /// No track point has a time.
    case noPoints
    case tooManyPoints
  }

  public let path: FilePath
  public let reason: Reason

  init(_ path: FilePath, _ reason: Reason) { (self.path, self.reason) = (path, reason) }

  public var description: String {
    let name = SafeText.escaping(path.string)
    return switch reason {
    case .unreadable(let error): "\(name) cannot be read: \(error)"
    case .folder: "\(name) is a folder, not a GPX file"
    case .malformed(let reason): "\(name) is not well-formed XML: \(SafeText.escaping(reason))"
    case .noTrackFile: "\(name) is not a GPX file"
    case .noPoints: "\(name) contains no track point with a time"
    case .tooManyPoints: "\(name) contains more than \(TrackFile.pointLimit) track points"
    }
  }
}
