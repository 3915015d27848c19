package struct TransferRequest: Sendable {
  package var method = "GET"
  /// An http or https URL, percent-encoded, whose path is sent as it is.
  package var url: String
  /// Header lines such as `If-Match: "1"`.
  package var headers: [String] = []
  package var body: [UInt8]?
  package var password: TransferPassword?
  package var offset: Int64
  /// The number of bytes wanted from `offset` on; 0 is all.
  package var count: Int64 = 0
  /// The validator with which the server confirms that the bytes before `offset` still belong to the file.
  package var validator: String?
  package var options: TransferOptions

  package init(url: String, offset: Int64 = 0, validator: String? = nil, options: TransferOptions) {
    self.url = url
    self.offset = offset
    self.validator = validator
    self.options = options
  }
}

/// A password for HTTP authentication; its description has no secret.
package struct TransferPassword: Sendable, CustomStringConvertible {
  package let user: String
  package let password: String
  /// `true` to send the password with the request (Basic, RFC 7617), `false` to do first what the server asks for.
  package var isSentFirst = false

  package var description: String { "a password" }

  package init(user: String, password: String) {
    self.user = user
    self.password = password
  }
}

package struct TransferOptions: Sendable, Hashable {
  /// The number of redirects followed.
  package var maximumRedirects: Int
  /// The timeout for connecting, in seconds.
  package var connectTimeout: Int
  /// The number of seconds below `minimumRate` after which a transfer is interrupted.
  package var stallTimeout: Int
  /// Bytes per second.
  package var minimumRate: Int
  /// `true` to ignore proxies named by the environment.
  package var ignoresProxies: Bool
  package var verifiesTLS: Bool
  package var userAgent: String

  package init(
    maximumRedirects: Int = 0, connectTimeout: Int = 30, stallTimeout: Int = 30, minimumRate: Int = 100,
    ignoresProxies: Bool = false, verifiesTLS: Bool = true, userAgent: String = "photopick"
  ) {
    self.maximumRedirects = maximumRedirects
    self.connectTimeout = connectTimeout
    self.stallTimeout = stallTimeout
    self.minimumRate = minimumRate
    self.ignoresProxies = ignoresProxies
    self.verifiesTLS = verifiesTLS
    self.userAgent = userAgent
  }
}

package struct TransferHead: Sendable {
  package var status: Int
  package var contentLength: Int64?
  package var contentRange: String?
  package var contentType: String?
  package var contentDisposition: [UInt8]?
  package var entityTag: String?
  package var lastModified: String?
  /// A Boolean value indicating whether the date is old enough to distinguish versions (RFC 9110, 8.8.2.2).
  package var lastModifiedIsStrong: Bool
  package var effectiveURL: String?
  /// The number of requests sent: libcurl repeats a request if a connection that was open before has ended without a
  /// response.
  package var requestCount = 1
  /// When the response was made, by the server's clock.
  package var date: String?
  package var bucketRegion: String?
  /// Where a redirect leads that is not followed.
  package var location: String?
  /// `true` if the server asks for a password and knows only Basic.
  package var offersOnlyBasic = false

  package init(
    status: Int, contentLength: Int64? = nil, contentRange: String? = nil, entityTag: String? = nil,
    lastModified: String? = nil, lastModifiedIsStrong: Bool
  ) {
    self.status = status
    self.contentLength = contentLength
    self.contentRange = contentRange
    self.entityTag = entityTag
    self.lastModified = lastModified
    self.lastModifiedIsStrong = lastModifiedIsStrong
  }
}

/// Receives the bytes of a transfer on the engine's thread; returns `false` to end the transfer.
package protocol TransferReceiver: Sendable {
  func receive(_ head: TransferHead) -> Bool
  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool
}

package struct TransferResult: Sendable {
  package enum End: Sendable {
    case done, stopped, cancelled
    case temporaryFailure(String)
    case permanentFailure(String)
  }

  package var end: End
  package var status: Int
  package var retryAfter: Int64

  package init(end: End, status: Int = 0, retryAfter: Int64 = 0) {
    self.end = end
    self.status = status
    self.retryAfter = retryAfter
  }
}
