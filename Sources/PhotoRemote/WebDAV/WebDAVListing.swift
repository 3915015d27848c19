import PhotoFiles
import SystemPackage

/// The resources of a multistatus response (RFC 4918, 13 and 14.16).
struct WebDAVListing {
  struct Resource {
    /// The components of the path, decoded.
    var path: [[UInt8]]
    var status: RemoteStatus
  }

  private(set) var resources: [Resource] = []

  /// The properties of the current resource. Properties of a failed `propstat` don't count.
  fileprivate struct Properties {
    var isFolder = false
    var size: Int64?
    var modified: FileStatus.Time?
    var tag = ""
  }

  init(_ document: [UInt8]) throws(RemoteError) {
    var (isMultistatus, href) = (false, [UInt8]?.none)
    var (found, pending, isGood) = (Properties(), Properties(), false)
    try XMLValues.read(
      document,
      start: { path in
        if path.count == 1 { isMultistatus = path[0] == "multistatus" }
        switch (path.last, path.count) {
        case ("response", 2): (href, found) = (nil, Properties())
        case ("propstat", 3): (pending, isGood) = (Properties(), false)
        case ("collection", 6) where path[4] == "resourcetype": pending.isFolder = true
        default: break
        }
      },
      end: { path, text throws(RemoteError) in
        func value() -> String { String(decoding: text.filter { $0 >= 0x20 }, as: UTF8.self).trimmed }
        switch (path.last, path.count) {
        case ("href", 3): href = text
        case ("getcontentlength", 5): pending.size = Int64(value()).flatMap { $0 >= 0 ? $0 : nil }
        case ("getlastmodified", 5): pending.modified = ServerTime.http(value())
        case ("getetag", 5): pending.tag = RemoteStatus.tag(value()) ?? ""
        case ("status", 4): isGood = value().split(separator: " ").dropFirst().first == "200"
        case ("propstat", 3): if isGood { found.take(pending) }
        case ("response", 2):
          if let path = href.flatMap(Self.components) {
            resources.append(Resource(path: path, status: found.status))
          }
        default: break
        }
      })
    guard isMultistatus else { throw RemoteError(.ioError, "the server sent something other than a listing") }
  }

  /// Returns the components of the path of a URL or an absolute path, each decoded once; `nil` if one is no name.
  static func components(_ href: [UInt8]) -> [[UInt8]]? {
    var path = href.filter { $0 > 0x20 }[...]
    if path.first != UInt8(ascii: "/") {
      // The host doesn't matter: servers behind a proxy don't know it.
      let text = Array("://".utf8)
      guard let scheme = path.indices.first(where: { path[$0...].starts(with: text) }) else { return nil }
      path = path[(scheme + text.count)...].drop { $0 != UInt8(ascii: "/") }
    }
    var components: [[UInt8]] = []
    for part in path.split(separator: UInt8(ascii: "/")) {
      guard let name = FileURL.unescaped(part), ServerPath.isName(name) else { return nil }
      components.append(name)
    }
    return components
  }
}

extension WebDAVListing.Properties {
  fileprivate mutating func take(_ other: Self) {
    isFolder = isFolder || other.isFolder
    size = other.size ?? size
    modified = other.modified ?? modified
    if !other.tag.isEmpty { tag = other.tag }
  }

  fileprivate var status: RemoteStatus {
    let unknown = FileStatus.Time(seconds: 0, nanoseconds: 0)
    return isFolder ? .folder : RemoteStatus(size: size ?? 0, modified: modified ?? unknown, tag: tag)
  }
}

extension String {
  fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}
