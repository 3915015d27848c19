import Foundation
import Synchronization

/// A server of another program, which ends with this object.
package final class ChildServer: Sendable {
  package let port: Int
  private let process: Mutex<Process>

  /// Starts a program that prints its port in a line with the given text before it.
  package init(
    _ program: String, _ arguments: [String], environment: [String: String], portAfter marker: String
  )
    throws
  {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = output
    try process.run()
    var text = ""
    var port: Int?
    while port == nil {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw CocoaError(.featureUnsupported, userInfo: ["output": text]) }
      text += String(decoding: data, as: UTF8.self)
      guard let found = text.range(of: marker), text[found.upperBound...].contains(where: { !$0.isNumber })
      else {
        continue
      }
      port = Int(text[found.upperBound...].prefix { $0.isNumber })
    }
    // The program must not wait for a reader of its output.
    output.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
    self.port = port ?? 0
    self.process = Mutex(process)
  }

  deinit { process.withLock { $0.terminate() } }

  /// Returns the path of a program, or `nil`.
  package static func find(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
