import SystemPackage
import Synchronization

/// A file that was exported.
public struct ExportedFile: Sendable, Hashable {
  /// What was done with it.
  public enum Outcome: String, Sendable, Hashable {
    case copied, moved, linked
    /// An equal file was there.
    case skipped
  }

  /// The absolute path of the original.
  public let source: FilePath
  /// The absolute path under which it stands in the destination.
  public let destination: FilePath
  /// What was done; in a dry run, what would be done.
  public let outcome: Outcome
  /// The size in bytes of the original.
  public let size: Int64
}

/// What an export did.
public struct ExportResult: Sendable {
  /// The files in the order of the photos, each after what goes along with it.
  public let files: [ExportedFile]
  /// What could not be exported; the rest went on.
  public let problems: [ExportError]
  /// Why the export stopped before its end; `nil` where it did not.
  public let stop: ExportError?
}

/// How far an export is.
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

/// Counts what is done, from any thread.
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
