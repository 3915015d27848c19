import PhotoFiles
import PhotoFormats
import SystemPackage

/// Writes a large object in parts. It appears when all parts have arrived.
struct S3Multipart {
  struct Limits: Sendable {
    /// Larger files are written in parts.
    var threshold = 64 << 20
    var part = 16 << 20

    /// The largest number of parts ("Amazon S3 multipart upload limits").
    static let count = 10_000

    func partSize(_ size: Int) -> Int { max(part, (size + Self.count - 1) / Self.count) }
  }

  static let answerLimit = BodyReceiver.Limit(count: 1 << 20)

  let source: S3Source
  let file: [UInt8]

  func write(_ content: RemoteContent, replacing replaced: RemoteStatus?) throws(RemoteError) -> RemoteStatus
  {
    let upload = try begin()
    let entry = source.uploads?.remember(upload, of: file, on: source)
    do throws(RemoteError) {
      let size = source.multipart.partSize(content.count)
      var tags: [String] = []
      for start in stride(from: 0, to: content.count, by: size) {
        let part = try content.bytes(start..<min(start + size, content.count))
        tags.append(try send(part, number: tags.count + 1, of: upload))
      }
      // The parts may take longer than a claim lasts.
      let status = try source.protecting(file, replacing: replaced) { guarded throws(RemoteError) in
        try complete(upload, tags, count: content.count, replacing: replaced, guarded)
      }
      try? entry?.remove()
      return status
    } catch {
      if source.abort(upload, of: file) { try? entry?.remove() }
      throw error
    }
  }

  private func begin() throws(RemoteError) -> String {
    let response = try source.send(Self.answerLimit) { () throws(RemoteError) in
      try source.request("POST", file, query: [("uploads", [])], body: [])
    }
    guard response.isSuccess else { throw RemoteError(response) }
    var upload: String?
    try XMLValues.read(response.body) { path, text in
      if path == ["InitiateMultipartUploadResult", "UploadId"] {
        upload = String(decoding: text, as: UTF8.self)
      }
    }
    guard let upload, 1...4096 ~= upload.utf8.count else {
      throw RemoteError(.ioError, "the server sent no identifier of an upload")
    }
    return upload
  }

  /// The server compares the bytes with Content-MD5, and with the signed SHA-256.
  private func send(_ part: [UInt8], number: Int, of upload: String) throws(RemoteError) -> String {
    let response = try source.send(Self.answerLimit) { () throws(RemoteError) in
      try source.request(
        "PUT", file, query: [("partNumber", Array("\(number)".utf8)), ("uploadId", Array(upload.utf8))],
        body: part)
    }
    guard response.isSuccess else { throw RemoteError(response) }
    guard response.tag.hasPrefix("\"") else {
      throw RemoteError(.ioError, "the server sent no tag of a part")
    }
    return response.tag
  }

  private func complete(
    _ upload: String, _ tags: [String], count: Int, replacing replaced: RemoteStatus?, _ guarded: WriteGuard
  ) throws(RemoteError) -> RemoteStatus {
    let parts = tags.enumerated().map { index, tag in
      "<Part><PartNumber>\(index + 1)</PartNumber><ETag>\(XMLMarkup.escaped(tag))</ETag></Part>"
    }
    let namespace = "http://s3.amazonaws.com/doc/2006-03-01/"
    let document =
      "<CompleteMultipartUpload xmlns=\"\(namespace)\">\(parts.joined())</CompleteMultipartUpload>"
    // Ceph 16 ignores conditions here.
    try source.requireVersion(replaced, of: file)
    let response = try source.send(file, replacing: replaced, guarded) { conditions throws(RemoteError) in
      try source.request(
        "POST", file, query: [("uploadId", Array(upload.utf8))], headers: conditions,
        body: Array(document.utf8))
    }
    // An error may also come after the status 200.
    if response.isSuccess, let code = ErrorDocument.code(response.body) {
      throw RemoteError(
        code == "PreconditionFailed" ? .staleNFSFileHandle : .ioError, "the server answered \(code)")
    }
    return try source.written(response, file, count: count, replacing: replaced) { () throws(RemoteError) in
      let status = try source.fileStatus(of: file)
      return status.size == Int64(count) && status.tag == Self.tag(tags) ? status : nil
    }
  }

  /// The tag that AWS gives an object of parts: the MD5 of their MD5s, and their number.
  private static func tag(_ tags: [String]) -> String? {
    var digests: [UInt8] = []
    for tag in tags {
      let digits = tag.utf8.dropFirst().dropLast().compactMap(\.hexadecimalValue)
      guard digits.count == 32 else { return nil }
      for index in stride(from: 0, to: 32, by: 2) { digests.append(digits[index] << 4 | digits[index + 1]) }
    }
    return "\"\(MD5.hexDigest(of: digests))-\(tags.count)\""
  }
}

extension S3Source {
  /// Aborts an upload. Returns `true` if it no longer exists.
  func abort(_ upload: String, of file: [UInt8]) -> Bool {
    let response = try? send(S3Multipart.answerLimit) { () throws(RemoteError) in
      try request("DELETE", file, query: [("uploadId", Array(upload.utf8))])
    }
    return response.map { $0.isSuccess || $0.status == 404 } ?? false
  }
}
