import Synchronization

/// What this process has spent on reading files, for reports.
package struct ReadingCount: Sendable, Hashable {
  /// The bytes read from local files, and the contents of responses from servers.
  package private(set) var bytes: Int64
  /// The requests to servers, including those that were repeated or redirected.
  package private(set) var requests: Int64

  package static let none = ReadingCount(bytes: 0, requests: 0)

  private static let allBytes = Atomic<Int64>(0)
  private static let allRequests = Atomic<Int64>(0)

  /// The count since the start of the process.
  package static var ofProcess: ReadingCount {
    ReadingCount(bytes: allBytes.load(ordering: .relaxed), requests: allRequests.load(ordering: .relaxed))
  }

  package static func add(bytes: Int, requests: Int = 0) {
    allBytes.wrappingAdd(Int64(bytes), ordering: .relaxed)
    if requests > 0 { allRequests.wrappingAdd(Int64(requests), ordering: .relaxed) }
  }

  /// Returns the count since an earlier one.
  package func since(_ earlier: ReadingCount) -> ReadingCount {
    ReadingCount(bytes: bytes - earlier.bytes, requests: requests - earlier.requests)
  }
}
