import PhotoFiles
import Synchronization
import SystemPackage

/// The multipart uploads that processes of this user have begun, in a journal each, which the process claims.
///
/// A server keeps the parts of an upload, and charges for them, until it is completed or aborted. The next process that
/// writes to the bucket aborts the uploads whose process has ended.
final class StartedUploads: Sendable {
  private static let keptCount = 1000

  private let folder: JournalFolder<StartedUpload>
  private let isSearched = Mutex(false)

  /// - Parameter folder: The folder of the journals, which need not exist.
  init(in folder: FilePath) { self.folder = JournalFolder(folder, keeping: Self.keptCount) }

  /// Returns the journal to remove when the upload has ended; `nil` if it can't be written.
  func remember(_ upload: String, of file: [UInt8], on source: S3Source) -> Journal<StartedUpload>? {
    do {
      let record = StartedUpload(url: try source.url(of: file), file: file, identifier: upload)
      let journal = try folder.begin(isClaimed: true)
      try journal.append(record)
      return journal
    } catch {
      return nil
    }
  }

  /// Aborts the abandoned uploads to the bucket of a source, the first time it is called.
  func abortAbandoned(of source: S3Source) {
    let isFirst = isSearched.withLock { isSearched in
      defer { isSearched = true }
      return !isSearched
    }
    guard isFirst, let names = try? folder.names() else { return }
    for name in names {
      guard let journal = try? folder.claim(name), let content = try? journal.content() else { continue }
      let isOver = content.records.allSatisfy { record in
        (try? source.url(of: record.file)) == record.url && source.abort(record.identifier, of: record.file)
      }
      if isOver { try? journal.remove() }
    }
  }
}

struct StartedUpload: StoredRecord, Equatable {
  static let signature = "photopick upload 1"

  /// The URL of the file, which contains the server and the bucket.
  var url: String
  var file: [UInt8]
  var identifier: String

  init(url: String, file: [UInt8], identifier: String) {
    (self.url, self.file, self.identifier) = (url, file, identifier)
  }

  func encode(to output: inout RecordEncoder) {
    output.append(url)
    output.append(bytes: file)
    output.append(identifier)
  }

  init(from input: inout RecordDecoder) throws(RecordDamage) {
    (url, file, identifier) = (try input.text(), try input.data(), try input.text())
  }
}
