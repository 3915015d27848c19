import PhotoFiles
import Synchronization
import SystemPackage

/// Caches checksums of both ends of files, and the files found equal, so that a repeated search for copies reads only
/// modified files.
///
/// An entry is valid while the file has the same status, and is stored only if the file was settled. Thread-safe.
final class ContentDigests: Sendable {
  struct File: Sendable {
    let status: FileStatus
    /// The checksum of the first and the last bytes.
    let digest: UInt64
    /// Whether any later change must alter the timestamps.
    let isSettled: Bool
  }

  private struct Known {
    let digest: UInt64
    var content: Int?
  }

  private struct State {
    var files: [FileStatus: Known] = [:]
    var contentCount = 0
  }

  /// The maximum number of entries, of about 150 bytes each.
  private static let limit = 1 << 20

  private let state = Mutex(State())
  private let now: @Sendable () -> FileStatus.Time

  init(now: @escaping @Sendable () -> FileStatus.Time = { .now }) { self.now = now }

  var count: Int { state.withLock { $0.files.count } }

  /// Returns a file and its checksum, or `nil` if the file can't be read or the task is cancelled. Reads the file
  /// only on a cache miss.
  func file(at path: FilePath) -> File? {
    do throws(Errno) {
      // Taken before the file is read, so that a change during the read counts as later.
      let moment = now()
      let status = try FileStatus(path)
      if let known = state.withLock({ $0.files[status] }) {
        return File(status: status, digest: known.digest, isSettled: true)
      }
      let digest = try FileContent(path).endsChecksum()
      let current = try FileStatus(path)
      let isSettled = status.changed.isSettled(at: moment) && current == status
      if isSettled { remember(status, digest) }
      return File(status: status, digest: digest, isSettled: isSettled)
    } catch {
      return nil
    }
  }

  /// Compares the bytes of two files, reading them unless the result is cached. Unreadable files
  /// differ from all others.
  func areSame(_ left: (file: File, path: FilePath), _ right: (file: File, path: FilePath)) -> Bool {
    let known = state.withLock { state in
      state.files[left.file.status]?.content.map { $0 == state.files[right.file.status]?.content } ?? false
    }
    if known { return true }
    guard let isSame = try? FileContent.isSame(left.path, right.path), isSame else { return false }
    if left.file.isSettled, right.file.isSettled { rememberSame(left.file.status, right.file.status) }
    return true
  }

  private func remember(_ status: FileStatus, _ digest: UInt64) {
    state.withLock { state in
      if state.files.count >= Self.limit { state.files.removeAll() }
      state.files[status] = Known(digest: digest)
    }
  }

  private func rememberSame(_ left: FileStatus, _ right: FileStatus) {
    state.withLock { state in
      guard state.files[left] != nil, state.files[right] != nil else { return }
      if let content = state.files[left]?.content {
        state.files[right]?.content = content
      } else {
        state.contentCount += 1
        state.files[left]?.content = state.contentCount
        state.files[right]?.content = state.contentCount
      }
    }
  }

  /// Returns the checksum of the entire content, or `nil` if the file can't be read.
  static func fullDigest(of path: FilePath) -> UInt64? {
    do throws(Errno) {
      var content = try FileContent(path)
      var checksum = Checksum()
      while let chunk = try content.next() {
        checksum.add(UInt64(bitPattern: chunk.offset))
        checksum.add(chunk.bytes)
      }
      return checksum.value
    } catch {
      return nil
    }
  }
}
