import FoundationEssentials
import PhotoFiles
import SystemPackage

/// The facts about a download that are kept on the disk, as JSON beside its bytes.
///
/// A record is trusted no more than a server's answer: names in it are made safe again.
struct DownloadRecord: Codable, Sendable, Equatable {
  static let sizeLimit = 64 * 1024

  var version = 1
  var url: String
  /// The folder it goes to, unless it goes to a store: a `file://` URL, which keeps every byte of the path.
  var folder: String?
  var store: String?
  var acceptsAnyData: Bool
  /// The error with which it ended; without one, its process was cut off.
  var failure: DownloadFailure?
  /// The background process that fetches it, or that ended it and whose outcome nobody has collected yet.
  var owner: String?
  /// The file that a background process made of it, written as `folder` is. The download is over.
  var finishedPath: String?
  /// A strong entity tag or date of the version whose bytes are on the disk.
  var validator: String?
  var total: Int64?
  /// The name that the server or the URL gives, made safe.
  var proposedName: String?
  /// The name that it is about to take in its folder or store.
  var finalName: String?
  /// The names that its bytes, and the file with the final name, have for a moment while it is proved that they are two
  /// files.
  var temporaryNames: TemporaryNames?

  struct TemporaryNames: Codable, Sendable, Equatable {
    var part: String?
    var file: String?
  }

  init(
    url: RemoteURL, destination: DownloadDestination, acceptsAnyData: Bool, owner: ProcessIdentity? = nil
  ) {
    self.url = url.text
    self.acceptsAnyData = acceptsAnyData
    self.owner = owner?.identifier
    self.destination = destination
  }

  init?(_ bytes: [UInt8]) {
    guard let record = try? JSONDecoder().decode(DownloadRecord.self, from: Data(bytes)), record.version == 1,
      record.total.map({ $0 >= 0 }) ?? true, record.folder != nil || record.store != nil
    else { return nil }
    self = record
  }

  func encoded() throws(Errno) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { throw .invalidArgument }
    return Array(data)
  }

  var destination: DownloadDestination {
    get { store.map { .store(Self.path($0)) } ?? .folder(Self.path(folder ?? ".")) }
    set {
      switch newValue {
      case .folder(let path): (folder, store) = (Self.text(path), nil)
      case .store(let path): (folder, store) = (nil, Self.text(path))
      }
    }
  }

  var file: FilePath? {
    get { finishedPath.map(Self.path) }
    set { finishedPath = newValue.map(Self.text) }
  }

  /// Whether the process that owns the download has still to fetch it.
  var isPending: Bool { owner != nil && failure == nil && finishedPath == nil }

  private static func path(_ text: String) -> FilePath {
    FileURL.path(text).map { FilePath(fileSystemBytes: $0) } ?? FilePath(text)
  }

  private static func text(_ path: FilePath) -> String {
    path.isAbsolute ? FileURL.text(path.fileSystemBytes) : path.string
  }
}
