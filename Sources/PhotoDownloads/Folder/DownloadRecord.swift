import FoundationEssentials
import PhotoFiles
import SystemPackage

/// The record of a URL, stored as JSON next to the received bytes.
///
/// A record is trusted no more than an answer of a server: its names are made safe again.
struct DownloadRecord: Codable, Sendable, Equatable {
  static let sizeLimit = 64 * 1024

  var version = 1
  var url: String
  /// The folder to which it goes, as a `file://` URL, which keeps every byte of the path; `nil` if it goes to a store.
  var folder: String?
  var store: String?
  var acceptsAnyData: Bool
  /// The error; `nil` after an interruption.
  var failure: DownloadFailure?
  /// The background process that fetches it, or has ended it with an outcome that is not collected yet.
  var owner: String?
  /// The file that a background process has made of it, as a `file://` URL.
  var finishedPath: String?
  /// A strong entity tag or date of the version of the received bytes.
  var validator: String?
  var total: Int64?
  /// The name proposed by the server or the URL, made safe.
  var proposedName: String?
  /// The upcoming name in the folder or store.
  var finalName: String?
  /// The temporary names of the bytes and the final file while they are compared.
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

  var isPending: Bool { owner != nil && failure == nil && finishedPath == nil }

  private static func path(_ text: String) -> FilePath {
    FileURL.path(text).map { FilePath(fileSystemBytes: $0) } ?? FilePath(text)
  }

  private static func text(_ path: FilePath) -> String {
    path.isAbsolute ? FileURL.text(path.fileSystemBytes) : path.string
  }
}
