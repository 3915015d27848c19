import PhotoFiles
import Synchronization
import SystemPackage

/// Remembers what files hold, so that whoever looks for copies again reads only what changed since.
///
/// What is remembered of a file holds as long as its status stays, and is kept only if the file had rested. It is safe
/// to use from any thread: all state stands behind a lock.
final class ContentDigests: Sendable {
  struct File: Sendable {
    let status: FileStatus
    let digest: UInt64
    /// False if the file may change again without a change of its times.
    let isSettled: Bool
  }

  private struct Known {
    let digest: UInt64
    /// A number that only files have in common which were compared byte by byte and are equal.
    var content: Int?
  }

  private struct State {
    var files: [FileStatus: Known] = [:]
    var contentCount = 0
  }

  /// How many files are remembered at most, each in some 150 bytes.
  private static let limit = 1 << 20

  private let state = Mutex(State())
  private let now: @Sendable () -> FileStatus.Time

  init(now: @escaping @Sendable () -> FileStatus.Time = { .now }) { self.now = now }

  var count: Int { state.withLock { $0.files.count } }

  /// A file with its checksum, which is read if it is not known; `nil` if the file cannot be read, or the task is
  /// cancelled meanwhile.
  func file(at path: FilePath) -> File? {
    do throws(Errno) {
      // The clock is read before the content, so that a change while it is read counts as one after it.
      let moment = now()
      let status = try FileStatus(path)
      if let known = state.withLock({ $0.files[status] }) {
        return File(status: status, digest: known.digest, isSettled: true)
      }
      let digest = try Self.digest(of: path)
      let current = try FileStatus(path)
      let isSettled = status.changed.isSettled(at: moment) && current == status
      if isSettled { remember(status, digest) }
      return File(status: status, digest: digest, isSettled: isSettled)
    } catch {
      return nil
    }
  }

  /// True if two files hold the same bytes: they are read unless that is known. False if one of them cannot be read.
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

  private static func digest(of path: FilePath) throws(Errno) -> UInt64 {
    var content = try FileContent(path)
    var checksum = Checksum()
    while let chunk = try content.next() {
      checksum.add(UInt64(bitPattern: chunk.offset))
      checksum.add(chunk.bytes)
    }
    return checksum.value
  }
}
