import SystemPackage
import Synchronization

/// A file that was exported.
public struct ExportedFile: Sendable, Hashable {
  /// What an export did with a file.
  public enum Outcome: String, Sendable, Hashable {
    case copied, moved, linked
    /// An equal file was there.
    case skipped
  }

  /// The absolute path of the original.
  public let source: FilePath
  /// Its absolute path in the destination.
  public let destination: FilePath
  /// The action done, or in a dry run the one that would be done.
  public let outcome: Outcome
  /// The size in bytes of the file in the destination, or of the one that a link leads to; `nil` for a picture that a
  /// dry run has not made.
  public let size: Int64?
}

/// The outcome of an export.
public struct ExportResult: Sendable {
  /// The files in the order of the photos, each after its companions.
  public let files: [ExportedFile]
  /// The files that could not be exported; the rest went on.
  public let problems: [ExportError]
  /// Why the export stopped before its end; `nil` if it did not.
  public let stop: ExportError?
  /// The journal, if it had to be kept in the destination; `nil` if it is among the user's, or there is none.
  public let journalAtDestination: FilePath?
}

/// The progress of an export.
public struct ExportProgress: Sendable, Hashable {
  /// Files that are done.
  public var files = 0
  /// All files.
  public var fileCount = 0
  /// Bytes that are done.
  public var bytes: Int64 = 0
  /// All bytes.
  public var byteCount: Int64 = 0
}

/// Counts files and bytes that are done, from any thread.
final class ExportCounter: Sendable {
  private let files = Atomic<Int>(0)
  private let bytes = Atomic<Int64>(0)
  private let plan: (fileCount: Int, byteCount: Int64)
  private let onProgress: @Sendable (ExportProgress) -> Void

  init(_ plan: ExportPlan, _ onProgress: @escaping @Sendable (ExportProgress) -> Void) {
    self.plan = (plan.fileCount, plan.byteCount)
    self.onProgress = onProgress
  }

  func add(bytes count: Int64) {
    bytes.wrappingAdd(count, ordering: .relaxed)
    tell()
  }

  func addFile() {
    files.wrappingAdd(1, ordering: .relaxed)
    tell()
  }

  private func tell() {
    onProgress(
      ExportProgress(
        files: files.load(ordering: .relaxed), fileCount: plan.fileCount,
        bytes: min(bytes.load(ordering: .relaxed), plan.byteCount), byteCount: plan.byteCount))
  }
}
