import PhotoFiles
import SystemPackage

/// The paths of arguments and lists in batches, as they arrive, in constant memory.
///
///     let paths = PathStream([.list(.standardInput, name: "standard input")])
///     while let batch = try await paths.next() { for path in batch { print(path) } }
///
/// A batch ends when the input has no more bytes, so a program that writes one path gets the result before it writes the
/// next. Otherwise batches grow, since each has a cost.
package final class PathStream: Sendable {
  package enum Source: Sendable {
    /// A path, of any file.
    case path([UInt8])
    /// An open list, and its name for errors.
    case list(FileDescriptor, name: String, ListOrigin = ListOrigin())
    case file(OpenFile, name: String, ListOrigin = ListOrigin())
  }

  /// A list that can't be read or is invalid. The paths before the error are valid.
  package struct Failure: Error, CustomStringConvertible {
    package let list: String
    package let error: PathListError

    package var description: String { "\(list): \(error)" }
  }

  /// The number of batches that wait, besides one that is being collected.
  private static let aheadCount = 4

  private let batches = BoundedQueue<[[UInt8]]>(capacity: aheadCount)

  /// Starts to read the sources.
  ///
  /// - Parameters:
  ///   - isIncluded: Returns `false` for paths to skip.
  ///   - note: Called with the first entries of a list that name the root, the current folder, or a folder above it.
  package init(
    _ sources: [Source], where isIncluded: @escaping @Sendable ([UInt8]) -> Bool = { _ in true },
    note: @escaping @Sendable (WideEntry) -> Void = { _ in }
  ) {
    WorkerThread.start { [batches] in
      let batch = Batch(batches, isIncluded)
      var failure: (any Error)?
      do {
        for source in sources {
          switch source {
          case .path(let path): try batch.add(path)
          case .list(let descriptor, let name, let origin):
            try Self.read(descriptor, name, origin, into: batch, note)
          case .file(let file, let name, let origin):
            try withExtendedLifetime(file) { try Self.read(file.descriptor, name, origin, into: batch, note) }
          }
        }
      } catch {
        failure = error
      }
      batch.flush()
      batches.finish(throwing: failure)
    }
  }

  /// Returns the next paths, or `nil` at the end. Only one task may call this at a time.
  ///
  /// - Throws: `Failure` after the paths before it; `CancellationError`.
  package func next() async throws -> [[UInt8]]? { try await batches.next() }

  private static func read(
    _ list: FileDescriptor, _ name: String, _ origin: ListOrigin, into batch: Batch,
    _ note: (WideEntry) -> Void
  ) throws {
    do throws(PathListError) {
      try PathList.read(list, from: origin, willWait: batch.flush, note: note) { try batch.add($0) }
    } catch {
      throw Failure(list: name, error: error)
    }
  }
}

extension PathStream {
  /// The paths that weren't sent yet.
  private final class Batch {
    /// The maximum number of paths, so that a slow photo delays few others.
    private static let longest = 32
    /// The maximum size of the paths, in bytes.
    private static let byteLimit = 64 * 1024
    /// The ratio of all paths to the paths of a batch, so that a short list keeps all threads busy.
    private static let share = 64

    private let queue: BoundedQueue<[[UInt8]]>
    private let isIncluded: @Sendable ([UInt8]) -> Bool
    private var paths: [[UInt8]] = []
    private var byteCount = 0
    private var total = 0

    init(_ queue: BoundedQueue<[[UInt8]]>, _ isIncluded: @escaping @Sendable ([UInt8]) -> Bool) {
      (self.queue, self.isIncluded) = (queue, isIncluded)
    }

    /// - Throws: `CancellationError` if the reader has stopped.
    func add(_ path: [UInt8]) throws {
      guard isIncluded(path) else { return }
      paths.append(path)
      byteCount += path.count
      total += 1
      let limit = min(Self.longest, 1 + total / Self.share)
      if paths.count >= limit || byteCount >= Self.byteLimit { try send() }
    }

    func flush() { try? send() }

    private func send() throws {
      guard !paths.isEmpty else { return }
      let batch = paths
      (paths, byteCount) = ([], 0)
      try queue.send(batch)
    }
  }
}
