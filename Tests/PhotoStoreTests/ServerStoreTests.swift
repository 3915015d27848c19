import PhotoFiles
import PhotoStore
import SystemPackage
import TestSupport
import Testing

/// A store in object storage.
struct ServerStoreTests {
  private let server = MemoryServer()
  private let store: ImageStore
  private let name: StoreName

  init() throws {
    let root = FilePath(fileSystemBytes: server.root.fileSystemBytes + Array("/store".utf8))
    store = ImageStore(root: root, keepsThumbnails: true)
    name = try StoreName("Trips/quay.jpg")
  }

  /// The requests that change files.
  private var changes: [String] {
    server.requests.filter { $0.hasPrefix("write") || $0.hasPrefix("remove") }
  }

  @Test func `a picture and its thumbnail are put, replaced, renamed and deleted`() throws {
    let (large, smaller) = (try picture(width: 40, height: 30), try picture(width: 20, height: 30))
    try store.put(.bytes(large), name: name)
    #expect(server["store/Trips/quay.jpg"] == large)
    #expect(server["store/thumbnail/Trips/quay.jpg"]?.starts(with: [0xFF, 0xD8]) == true)
    #expect(try store.files.contents(of: name) == large)
    #expect(try store.files.path(of: name).fileSystemBytes.starts(with: Array("s3://".utf8)))
    #expect(throws: StoreError.nameTaken(name, store: store.files.root)) {
      try store.put(.bytes(large), name: name)
    }
    try store.put(.bytes(smaller), name: name, replacing: true)
    let other = try StoreName("pier.jpg")
    try store.files.rename(name, to: other)
    #expect(try store.files.list() == [other] && store.files.list(.thumbnail) == [other])
    #expect(server["store/pier.jpg"] == smaller && server["store/Trips/quay.jpg"] == nil)
    let made = try store.put(.bytes(large))
    #expect(try store.files.list() == [made, other])
    try store.files.delete(other)
    #expect(try store.files.list() == [made])
    try store.files.delete(made)
    #expect(server.state.withLock { $0.files.isEmpty })
  }

  @Test func `a kill between two steps leaves no file with the thumbnail of another`() throws {
    let thumbnail = "store/thumbnail/Trips/quay.jpg"
    try store.put(.bytes(picture(width: 40, height: 30)), name: name)
    server.forgetRequests()
    try store.put(.bytes(picture(width: 20, height: 30)), name: name, replacing: true)
    #expect(changes == ["remove \(thumbnail)", "write store/Trips/quay.jpg", "write \(thumbnail)"])
    server.forgetRequests()
    try store.files.rename(name, to: StoreName("pier.jpg"))
    #expect(
      changes == [
        "write store/pier.jpg", "remove store/Trips/quay.jpg", "write store/thumbnail/pier.jpg",
        "remove \(thumbnail)",
      ])
    server.forgetRequests()
    try store.files.delete(StoreName("pier.jpg"))
    #expect(changes == ["remove store/thumbnail/pier.jpg", "remove store/pier.jpg"])
  }

  @Test func `a failed request changes nothing, and leaves no staged file`() throws {
    server.state.withLock {
      $0.failures["store/Trips/quay.jpg"] = RemoteError(.permissionDenied, "the server answered 403")
    }
    #expect(throws: StoreError.self) { try store.put(.bytes(picture(width: 20, height: 30)), name: name) }
    #expect(server.state.withLock { $0.files.isEmpty })
  }
}
