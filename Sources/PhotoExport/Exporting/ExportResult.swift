import SystemPackage
import Synchronization

public struct ExportedFile: Sendable, Hashable {
  public enum Outcome: String, Sendable, Hashable {
    case copied, moved, linked
    case skipped
  }

  public let source: FilePath
  /// The absolute path of the file in the destination.
  public let destination: FilePath
  public let role: ExportRole
  /// The action done, or in a dry run the action that would be done.
  public let outcome: Outcome
  /// The size in bytes of the file in the destination, or of the target of a link; `nil` for a picture that a dry run
  /// has not made.
  public let size: Int64?
}

public struct ExportResult: Sendable {
  /// The files in the order of the photos, each after the companions.
  public let files: [ExportedFile]
  /// The files that could not be exported, which did not stop the export.
  public let problems: [ExportError]
  /// The error that stopped the export, or `nil`.
  public let stop: ExportError?
  /// The path of the journal if it is in the destination, or `nil`.
  public let journalAtDestination: FilePath?
}

public struct ExportProgress: Sendable, Hashable {
  /// The number of files done.
  public var files = 0
  /// The number of all files.
  public var fileCount = 0
  /// The number of bytes done.
  public var bytes: Int64 = 0
  /// The number of all bytes.
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
