import Foundation
import SystemPackage
import TestSupport

/// Runs the built program over a tree of its own, with folders and environment of its own.
struct Photopick {
  /// What a run did.
  struct Outcome {
    /// The exit status; 128 and the signal's number if a signal ended the program.
    let status: Int
    /// The bytes of stdout.
    let bytes: [UInt8]
    /// The text of stderr.
    let errors: String

    /// Stdout as text.
    var text: String { String(decoding: bytes, as: UTF8.self) }
    /// The lines of stdout.
    var lines: [String] {
      text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
    /// The lines of stderr.
    var errorLines: [String] { errors.split(separator: "\n").map(String.init) }
  }

  /// The target of a run's output.
  enum Standard {
    /// A file that is read back.
    case captured
    /// A terminal of so many columns.
    case terminal(columns: UInt16)
    /// A terminal of so many columns, to which stderr goes too.
    case terminalWithErrors(columns: UInt16)
    /// A file or device that is there.
    case path(FilePath)
  }

  /// The folder in which the program runs.
  let photos: TemporaryTree
  /// The user's folders and what runs leave behind.
  let user: TemporaryTree
  /// The environment of the program.
  var environment: [String: String]

  init() throws {
    photos = try TemporaryTree()
    user = try TemporaryTree()
    environment = [
      "HOME": user.at("home").string, "XDG_STATE_HOME": user.at("state").string, "TZ": "UTC",
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "TERM": "xterm",
      "PHOTOPICK": try Self.program.string, "LC_ALL": "C.UTF-8",
    ]
    try user.folder("home")
  }

  /// The program that was built with these tests.
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

  /// Runs the program.
  func run(_ arguments: String..., input: [UInt8] = [], to output: Standard = .captured) throws -> Outcome {
    try runAll(arguments, input: input, to: output)
  }

  /// Runs the program with arguments in a list.
  func runAll(_ arguments: [String], input: [UInt8] = [], to output: Standard = .captured) throws -> Outcome {
    try spawn([Self.program.string] + arguments, input: input, output)
  }

  /// Runs a line of shell in which `$PHOTOPICK` is the program.
  func shell(_ line: String, to output: Standard = .captured) throws -> Outcome {
    try spawn(["/bin/sh", "-c", line], input: [], output)
  }

  /// Runs the program and sends it a signal after a while.
  func run(_ arguments: String..., interruptedBy signal: Int32, after delay: Duration) throws -> Outcome {
    try spawn([Self.program.string] + arguments, input: [], .captured) { process in
      usleep(UInt32(delay / .microseconds(1)))
      process.send(signal)
    }
  }

  /// Starts the program with files for stdin, stdout and stderr.
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
      errors: String(decoding: user.bytes(place.appending("err")) ?? [], as: UTF8.self))
  }
}
