import Foundation
import PhotoFiles
import SystemPackage

/// A server of another program, which ends with this object.
package final class ChildServer: Sendable {
  package let port: Int
  private let process: RunningProgram
  /// Servers also end when this is closed, as when the tests are killed.
  private let input: FileDescriptor
  private let folder: TemporaryTree

  /// Starts a program that prints its port with the given text before it and another character after it.
  package init(
    _ program: String, _ arguments: [String], environment: [String: String], portAfter marker: String
  ) throws {
    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    folder = try TemporaryTree()
    let output = try FileDescriptor.open(
      folder.at("output"), .writeOnly, options: [.create, .closeOnExec], permissions: .ownerReadWrite)
    defer { try? output.close() }
    let pipe = try FileDescriptor.pipe()
    input = pipe.writeEnd
    for end in [pipe.readEnd, pipe.writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
    // Foundation's Process waits for one program after the other, so that a program that has ended stays in the process table.
    // Swift Testing then finds only that one, and misses the ends of the processes that it starts.
    process = try Program(
      FilePath(program), arguments: arguments.map { Array($0.utf8) },
      environment: variables.map { Array("\($0)=\($1)".utf8) }
    ).start(input: pipe.readEnd, output: output, error: output)
    try pipe.readEnd.close()
    var (text, patience) = ("", Patience())
    while !patience.isOver() {
      text = String(decoding: folder.bytes("output") ?? [], as: UTF8.self)
      if let found = text.range(of: marker), text[found.upperBound...].contains(where: { !$0.isNumber }),
        let port = Int(text[found.upperBound...].prefix { $0.isNumber })
      {
        self.port = port
        return
      }
      usleep(5000)
    }
    process.signal(SIGKILL)
    process.wait()
    throw CocoaError(.featureUnsupported, userInfo: ["output": text])
  }

  deinit {
    process.signal(SIGKILL)
    process.wait()
    try? input.close()
  }

  /// Returns the path of a program, or `nil`.
  package static func find(_ name: String) -> String? {
    FileName(bytes: Array(name.utf8)).flatMap { Program.find($0) }?.string
  }
}
