import PhotoFiles
import SystemPackage

/// The settings of AWS tools: environment, `~/.aws/config` and `~/.aws/credentials` (AWS SDKs and Tools Reference
/// Guide, "Shared config and credentials files").
struct AWSConfiguration: Sendable {
  typealias Section = [String: String]

  let environment: RemoteEnvironment
  let profile: String
  private let config: [String: Section]
  private let credentials: [String: Section]

  init(_ environment: RemoteEnvironment) throws(RemoteError) {
    self.environment = environment
    profile = environment["AWS_PROFILE"] ?? environment["AWS_DEFAULT_PROFILE"] ?? "default"
    config = try Self.sections(environment, "AWS_CONFIG_FILE", ".aws/config")
    credentials = try Self.sections(environment, "AWS_SHARED_CREDENTIALS_FILE", ".aws/credentials")
    if environment["AWS_PROFILE"] != nil, configSection == nil, credentials[profile] == nil {
      throw RemoteError(
        .permissionDenied, "there is no AWS profile \(RemoteError.safe(profile)), which AWS_PROFILE names")
    }
  }

  private var configSection: Section? { config["profile \(profile)"] ?? config[profile] }

  /// Returns a setting of the profile.
  subscript(key: String) -> String? { credentials[profile]?[key] ?? configSection?[key] }

  var region: String? { environment["AWS_REGION"] ?? environment["AWS_DEFAULT_REGION"] ?? self["region"] }

  /// The URL of the server; `nil` for AWS ("Service-specific endpoints").
  var endpoint: String? {
    let isIgnored =
      environment["AWS_IGNORE_CONFIGURED_ENDPOINT_URLS"] ?? self["ignore_configured_endpoint_urls"]
    if isIgnored?.lowercased() == "true" { return nil }
    if let url = environment["AWS_ENDPOINT_URL_S3"] ?? environment["AWS_ENDPOINT_URL"] { return url }
    let services = self["services"].flatMap { config["services \($0)"] }
    return services?["s3.endpoint_url"] ?? self["endpoint_url"]
  }

  /// `path`, `virtual` or `auto`.
  var addressingStyle: String? { self["s3.addressing_style"] }

  private static func sections(
    _ environment: RemoteEnvironment, _ variable: String, _ standard: FilePath
  ) throws(RemoteError) -> [String: Section] {
    guard
      let file = environment[variable].map({ environment.expanding($0) })
        ?? environment.home?.pushing(standard)
    else { return [:] }
    do throws(ConfigurationMistake) {
      return parse(try ConfigurationFile.contents(file) ?? [])
    } catch {
      throw RemoteError(.permissionDenied, RemoteError.safe("\(error)"))
    }
  }

  /// Parses sections of `key = value`. An indented line after a key without a value is a setting below that key, with
  /// the name `key.name`.
  static func parse(_ bytes: [UInt8]) -> [String: Section] {
    var sections: [String: Section] = [:]
    var (name, parent) = ("", "")
    for line in bytes.split(separator: 0x0A) {
      let text = String(decoding: line, as: UTF8.self)
      let words = trimmed(text)
      guard let first = words.first, first != "#", first != ";" else { continue }
      if first == "[" {
        name = words.dropFirst().prefix { $0 != "]" }.split(whereSeparator: isBlank).joined(separator: " ")
        parent = ""
        continue
      }
      let parts = words.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      let key = trimmed(parts[0]).lowercased()
      let value = trimmed(withoutComment(parts[1]))
      let isNested = text.first.map(isBlank) ?? false
      if !isNested { parent = value.isEmpty ? key + "." : "" }
      if !value.isEmpty { sections[name, default: [:]][isNested ? parent + key : key] = value }
    }
    return sections
  }

  private static func isBlank(_ character: Character) -> Bool {
    character == " " || character == "\t" || character == "\r"
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let rest = text.drop(while: isBlank)
    return String(rest.reversed().drop(while: isBlank).reversed())
  }

  /// A comment after a value begins with white space.
  private static func withoutComment(_ value: Substring) -> String {
    value.firstMatch(of: /[ \t][#;].*/).map { String(value[..<$0.range.lowerBound]) } ?? String(value)
  }
}
