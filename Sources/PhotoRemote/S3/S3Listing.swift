import PhotoFiles
import SystemPackage

/// A page of a listing (ListObjectsV2).
struct S3Page: Sendable {
  var files: [(key: [UInt8], status: RemoteStatus)] = []
  var folders: [[UInt8]] = []
  /// The token of the next page; `nil` after the last.
  var next: String?

  var count: Int { files.count + folders.count }

  private static let tokenLimit = 4096

  private struct Item {
    var key: [UInt8] = []
    var size: Int64?
    var modified: FileStatus.Time?
    var tag = ""
  }

  init(_ document: [UInt8]) throws(RemoteError) {
    var item = Item()
    var (isListing, isTruncated, isEncoded) = (false, false, false)
    var token: String?
    try XMLValues.read(
      document,
      start: { path in
        if path.count == 1 { isListing = path[0] == "ListBucketResult" }
        if path.count == 2 { item = Item() }
      },
      end: { path, text throws(RemoteError) in
        guard path.count > 1 else { return }
        switch (path[1], path.dropFirst(2).first, path.count) {
        case ("IsTruncated", _, 2): isTruncated = text.elementsEqual("true".utf8)
        case ("EncodingType", _, 2): isEncoded = text.elementsEqual("url".utf8)
        case ("NextContinuationToken", _, 2): token = String(decoding: text, as: UTF8.self)
        case ("CommonPrefixes", "Prefix", 3): folders.append(text)
        case ("Contents", "Key", 3): item.key = text
        case ("Contents", "Size", 3): item.size = Int64(String(decoding: text, as: UTF8.self))
        case ("Contents", "LastModified", 3):
          item.modified = FileStatus.Time(iso8601: String(decoding: text, as: UTF8.self))
        case ("Contents", "ETag", 3):
          item.tag = RemoteStatus.tag(String(decoding: text, as: UTF8.self)) ?? ""
        case ("Contents", nil, 2):
          guard let size = item.size, size >= 0, let modified = item.modified else {
            throw RemoteError(.ioError, "the server sent an object without size or date")
          }
          files.append((item.key, RemoteStatus(size: size, modified: modified, tag: item.tag)))
        default: break
        }
      })
    guard isListing else { throw RemoteError(.ioError, "the server sent something other than a listing") }
    if isEncoded { try decode() }
    guard isTruncated else { return }
    guard let token, 1...Self.tokenLimit ~= token.utf8.count else {
      throw RemoteError(.ioError, "the server sent a part of a listing without a token for the rest")
    }
    next = token
  }

  /// `encoding-type=url` writes a space as a plus sign, or as `%20`.
  private mutating func decode() throws(RemoteError) {
    func decoded(_ text: [UInt8]) throws(RemoteError) -> [UInt8] {
      let spaced = text.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
      guard let bytes = FileURL.unescaped(spaced) else {
        throw RemoteError(.ioError, "the server sent a key with an invalid encoding")
      }
      return bytes
    }
    for index in files.indices { files[index].key = try decoded(files[index].key) }
    for index in folders.indices { folders[index] = try decoded(folders[index]) }
  }
}

/// The pages of a folder, put together.
struct S3Listing {
  /// The maximum number of entries of a folder, each of which takes about 500 bytes.
  static let entryLimit = 2_000_000
  /// Servers may send pages with nothing that the filter lets through, but not that many.
  static let emptyPageLimit = 1000

  private let prefix: [UInt8]
  private let limit: Int
  private var files: [FileName: RemoteStatus] = [:]
  private var folders: Set<FileName> = []
  private var tokens: Set<String> = []
  private var count = 0
  private var emptyPages = 0

  init(prefix: [UInt8], limit: Int = entryLimit) { (self.prefix, self.limit) = (prefix, limit) }

  /// - Returns: The token of the next page.
  /// - Throws: If the listing is endless.
  mutating func add(_ page: S3Page) throws(RemoteError) -> String? {
    for (key, status) in page.files {
      if let name = name(key) { files[name] = status }
    }
    for key in page.folders where key.last == UInt8(ascii: "/") {
      if let name = name(key.dropLast()) { folders.insert(name) }
    }
    count += page.count
    emptyPages = page.count == 0 ? emptyPages + 1 : 0
    guard count <= limit else {
      throw RemoteError(.fileTooLarge, "the server lists more than \(limit) entries in one folder")
    }
    guard emptyPages <= Self.emptyPageLimit else {
      throw RemoteError(
        .fileTooLarge, "the server sends a listing in more than \(Self.emptyPageLimit) empty parts")
    }
    if let next = page.next, !tokens.insert(next).inserted {
      throw RemoteError(.ioError, "the server sends the same part of a listing again and again")
    }
    return page.next
  }

  /// Returns the name of a key in the folder itself.
  private func name(_ key: some Collection<UInt8>) -> FileName? {
    guard key.starts(with: prefix) else { return nil }
    let rest = Array(key.dropFirst(prefix.count))
    return ServerPath.isName(rest) ? FileName(bytes: rest) : nil
  }

  /// The entries. If a file and a folder have the same name, which only object storage allows, the folder is returned.
  var entries: [RemoteEntry] {
    files.filter { !folders.contains($0.key) }.map { RemoteEntry(name: $0.key, status: $0.value) }
      + folders.map { RemoteEntry(name: $0, status: .folder) }
  }
}
