import Foundation
import SystemPackage
import TestSupport

/// Runs the built executable with separate folders and environment.
struct Photopick {
  /// The result of a run.
  struct Outcome {
    /// The exit status, or 128 plus the number of the terminating signal.
    let status: Int
    let bytes: [UInt8]
    /// Everything on stderr.
    let diagnostics: String

    /// Stdout as a string.
    var text: String { String(decoding: bytes, as: UTF8.self) }
    /// The lines of stdout.
    var lines: [String] {
      text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
    /// The lines of stderr in which a command names the view whose photos it changes.
    var scopes: [Substring] { diagnostics.split(separator: "\n").filter(Self.isScope) }
    /// Stderr without these lines.
    var errors: String {
      diagnostics.split(separator: "\n", omittingEmptySubsequences: false).filter { !Self.isScope($0) }
        .joined(separator: "\n")
    }
    private static func isScope(_ line: Substring) -> Bool { line.contains(#/^\d+ photos? of /#) }
    /// The lines of `errors`.
    var errorLines: [String] { errors.split(separator: "\n").map(String.init) }
  }

  /// The destination of a run's output.
  enum Standard {
    /// A file that is read afterwards.
    case captured
    /// A terminal with this width.
    case terminal(columns: UInt16)
    /// A terminal with this width, for stderr as well.
    case terminalWithErrors(columns: UInt16)
    /// An existing file or device.
    case path(FilePath)
  }

  /// The working directory.
  let photos: TemporaryTree
  /// The home folders and files of runs.
  let user: TemporaryTree
  /// The environment variables.
  var environment: [String: String]

  init() throws {
    photos = try TemporaryTree()
    user = try TemporaryTree()
    environment = [
      "HOME": user.at("home").string, "XDG_STATE_HOME": user.at("state").string, "TZ": "UTC",
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "TERM": "xterm",
      "PHOTOPICK": try Self.program.string, "LC_ALL": "C.UTF-8",
      // Without credentials, requests to servers fail at once.
      "AWS_EC2_METADATA_DISABLED": "true",
    ]
    try user.folder("home")
  }

  /// The executable built with these tests.
  private static var program: FilePath {
    get throws {
      let bundles = [Bundle.main] + Bundle.allBundles
      for bundle in bundles {
        for folder in [bundle.bundleURL, bundle.bundleURL.deletingLastPathComponent()] {
          let program = folder.appendingPathComponent("photopick").path
          if FileManager.default.isExecutableFile(atPath: program) { return FilePath(program) }
        }
      }
      throw Errno.noSuchFileOrDirectory
    }
  }

  /// Runs a command.
  func run(_ arguments: String..., input: [UInt8] = [], to output: Standard = .captured) throws -> Outcome {
    try runAll(arguments, input: input, to: output)
  }

  /// Runs a command.
  func runAll(_ arguments: [String], input: [UInt8] = [], to output: Standard = .captured) throws -> Outcome {
    try spawn([Self.program.string] + arguments, input: input, output)
  }

  /// Runs shell code in which `$PHOTOPICK` is the executable.
  func shell(_ line: String, to output: Standard = .captured) throws -> Outcome {
    try spawn(["/bin/sh", "-c", line], input: [], output)
  }

  /// Runs a command and sends it a signal after a delay.
  func run(_ arguments: String..., interruptedBy signal: Int32, after delay: Duration) throws -> Outcome {
    try runAll(arguments, interruptedBy: signal, after: delay)
  }

  /// Runs a command and sends it a signal after a delay.
  func runAll(_ arguments: [String], interruptedBy signal: Int32, after delay: Duration) throws -> Outcome {
    try spawn([Self.program.string] + arguments, input: [], .captured) { process in
      usleep(UInt32(delay / .microseconds(1)))
      process.send(signal)
    }
  }

  /// Starts a command with files for stdin, stdout and stderr.
  func start(_ arguments: [String], files: [FilePath]) throws -> ChildProcess {
    try ChildProcess(
      [Self.program.string] + arguments, environment: environment, folder: photos.path, files: files)
  }

  private func spawn(
    _ arguments: [String], input: [UInt8], _ output: Standard,
    whileRunning body: (ChildProcess) -> Void = { _ in }
  ) throws -> Outcome {
    let place = FilePath("run-\(UInt64.random(in: 0...UInt64.max))")
    try user.file(place.appending("in"), input)
    var terminal: PseudoTerminal?
    let standardOutput: FilePath
    var standardError = user.at(place.appending("err"))
    switch output {
    case .captured: standardOutput = user.at(place.appending("out"))
    case .path(let path): standardOutput = path
    case .terminal(let columns):
      let opened = try PseudoTerminal(columns: columns)
      standardOutput = opened.path
      terminal = opened
    case .terminalWithErrors(let columns):
      let opened = try PseudoTerminal(columns: columns)
      (standardOutput, standardError) = (opened.path, opened.path)
      terminal = opened
    }
    let process = try ChildProcess(
      arguments, environment: environment, folder: photos.path,
      files: [user.at(place.appending("in")), standardOutput, standardError])
    body(process)
    let shown = terminal?.readToEnd()
    let status = process.wait()
    return Outcome(
      status: status, bytes: shown ?? user.bytes(place.appending("out")) ?? [],
      diagnostics: String(decoding: user.bytes(place.appending("err")) ?? [], as: UTF8.self))
  }
}
