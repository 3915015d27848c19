import PhotoFiles
import PhotoFormats
import SystemPackage

/// Where a list is from, as far as its entries depend on it.
package struct ListOrigin: Sendable {
  static let longestBucket = 255

  /// The bucket of a list of objects that doesn't contain its name.
  var bucket: [UInt8]?
  /// The folder of the list, next to which the files of an inventory are.
  var folder: FilePath

  package init(bucket: String? = nil, folder: FilePath = ".") {
    (self.bucket, self.folder) = (bucket.map { Array($0.utf8) }, folder)
  }

  /// Returns the URL of an object; `nil` for the marker of a folder, which ends with a slash.
  ///
  /// - Throws: `PathListError` if the name of the bucket or the key is empty or contains NUL, or the bucket a slash.
  static func url(_ bucket: [UInt8], _ key: [UInt8]) throws -> [UInt8]? {
    guard !bucket.isEmpty, bucket.count <= longestBucket, !key.isEmpty, !key.contains(0),
      bucket.allSatisfy({ $0 > 0x20 && $0 != UInt8(ascii: "/") })
    else { throw PathListError(.noPath, line: nil) }
    return key.last == UInt8(ascii: "/") ? nil : Array("s3://".utf8) + bucket + [UInt8(ascii: "/")] + key
  }
}

/// Reads the objects in the output of `aws s3api list-objects-v2` ("ListObjectsV2", Response Elements).
struct ObjectListing {
  /// The maximum number and size of keys before the name of the bucket. A page has 1,000.
  private static let waitingLimit = (count: 10_000, bytes: 4 << 20)

  private var bucket: [UInt8]?
  /// The keys before the name of the bucket.
  private var waiting: [(key: [UInt8], object: ObjectTexts)] = []
  private var waitingBytes = 0

  init(bucket: [UInt8]?) { self.bucket = bucket }

  mutating func read(_ json: inout JSONReader, _ take: PathListReader.Take) throws {
    try json.elements { json in
      var key: [UInt8]?
      var object = ObjectTexts()
      try json.members { name, json in
        switch name {
        case "Key": key = try json.string(limit: PathRecord.textLimit)
        case "Size": object.size = try json.text()
        case "ETag": object.tag = try json.text()
        case "LastModified": object.modified = try json.text()
        default: try json.skipValue()
        }
      }
      guard let key else { throw PathListError(.noPath, line: nil) }
      guard let bucket else { return try wait(key, object) }
      if let url = try ListOrigin.url(bucket, key) { try take(object.entry(of: url)) }
    }
  }

  /// Sets the name of the bucket, unless it was chosen, and passes on the keys before it.
  mutating func setName(_ name: [UInt8]?, _ take: PathListReader.Take) throws {
    guard bucket == nil, let name else { return }
    bucket = name
    for (key, object) in waiting {
      if let url = try ListOrigin.url(name, key) { try take(object.entry(of: url)) }
    }
    waiting = []
  }

  /// - Throws: `PathListError` if keys remain whose bucket is unknown.
  func finish() throws { if !waiting.isEmpty { throw PathListError(.noBucket, line: nil) } }

  private mutating func wait(_ key: [UInt8], _ object: ObjectTexts) throws {
    waitingBytes += key.count
    guard waiting.count < Self.waitingLimit.count, waitingBytes <= Self.waitingLimit.bytes else {
      throw PathListError(.noBucket, line: nil)
    }
    waiting.append((key, object))
  }
}
