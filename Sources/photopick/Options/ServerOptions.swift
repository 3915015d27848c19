import ArgumentParser
import PhotoFiles
import PhotoRemote
import Synchronization

/// The options for photos on servers.
struct ServerOptions: ParsableArguments {
  @Flag(help: "Read public buckets (s3://) without credentials.")
  var noSignRequest = false

  @Flag(help: "Accept any certificate of a server, with a warning.")
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
  @Option(help: ArgumentHelp("Send up to N requests to servers at once.", valueName: "n"))
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

  static func use() {
    RemoteFiles.use { scheme, host throws(RemoteError) in
      let options = options.withLock { $0 }
      if !options.verifiesTLS {
        Diagnostics.error(
          "\(scheme)://\(SafeText.escaping(host)): the certificate isn't verified (--insecure)")
      }
      return try RemoteSources.source(scheme: scheme, host: host, options: options)
    }
  }
}
