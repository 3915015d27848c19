import ArgumentParser
import PhotoFiles
import PhotoRemote
import Synchronization
import SystemPackage

/// The options for photos on servers.
struct ServerOptions: ParsableArguments {
  @Flag(help: "Read public buckets (s3://) without credentials.")
  var noSignRequest = false

  @Flag(
    help:
      "Accept any certificate of a server, and send passwords without encryption (dav://), with a warning.")
  var insecure = false

  /// The options as arguments, for another process.
  var arguments: [String] {
    (noSignRequest ? ["--no-sign-request"] : []) + (insecure ? ["--insecure"] : [])
  }

  func validate() {
    Servers.options.withLock { options in
      options.signsRequests = !noSignRequest
      options.verifiesTLS = !insecure
    }
  }
}

/// The number of concurrent requests, for commands that have no other jobs.
struct RequestOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Send up to N requests to servers at once.", valueName: "n"),
    transform: NumberArgument.whole)
  var jobs: Int?

  func validate() throws {
    guard let jobs else { return }
    guard (1...1024).contains(jobs) else { throw ValidationError("--jobs takes a number from 1 to 1024.") }
    Servers.options.withLock { $0.jobs = jobs }
    RemoteFiles.limitRequests(to: jobs)
  }
}

/// Connects to the servers of `s3://`, `davs://` and `dav://` paths.
enum Servers {
  static let options = Mutex(RemoteOptions())

  /// Returns messages about servers on which changes may be lost, and removes them.
  static func takeNotices() -> [String] { options.withLock { $0.servers }.takeNotices() }

  /// - Parameter arguments: The command line. A list may name any WebDAV server, but only servers in an argument or in
  ///   $PHOTOPICK_LIBRARY get a password.
  static func use(_ arguments: [String]) {
    let named = (addresses(in: arguments) + [LibraryFolder.named].compactMap { $0 }).compactMap(
      RemotePath.init)
    RemoteFiles.use { scheme, host throws(RemoteError) in
      var options = options.withLock { $0 }
      options.namedPaths = named
      options.plainServers = (try? UserSettings.ofUser())?.plainServers ?? []
      if !options.verifiesTLS {
        let warning = scheme == "dav" ? "passwords aren't encrypted" : "the certificate isn't verified"
        Diagnostics.error("\(scheme)://\(SafeText.escaping(host)): \(warning) (--insecure)")
      }
      return try RemoteSources.source(scheme: scheme, host: host, options: options)
    }
  }

  /// Returns the arguments, and the values of arguments such as `--to=davs://host`, as paths.
  private static func addresses(in arguments: [String]) -> [FilePath] {
    arguments.map { argument in
      guard argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") else {
        return RawArguments.path(argument)
      }
      return RawArguments.path(String(argument[argument.index(after: equals)...]))
    }
  }
}
