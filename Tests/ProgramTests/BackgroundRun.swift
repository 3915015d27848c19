import Foundation
import SystemPackage
import TestSupport

/// A background run of photopick, which is terminated with the last reference.
final class BackgroundRun {
  private let photopick: Photopick
  private let place: FilePath
  private let process: ChildProcess
  private var hasEnded = false

  init(_ photopick: Photopick, _ arguments: [String]) throws {
    self.photopick = photopick
    place = FilePath("run-\(UInt64.random(in: 0...UInt64.max))")
    try photopick.user.folder(place)
    let output = photopick.user.at(place.appending("out"))
    let errors = photopick.user.at(place.appending("err"))
    process = try photopick.start(arguments, files: ["/dev/null", output, errors])
  }

  deinit {
    guard !hasEnded else { return }
    process.send(SIGKILL)
    _ = process.wait()
  }

  var output: [UInt8] { photopick.user.bytes(place.appending("out")) ?? [] }

  var errors: [UInt8] { photopick.user.bytes(place.appending("err")) ?? [] }

  /// The number of open descriptors of the process (proc(5)).
  var descriptorCount: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.identifier)/fd").count) ?? 0
  }

  func send(_ signal: Int32) { process.send(signal) }

  /// Returns the exit status, or 128 plus the signal; `nil` after a timeout of one minute.
  func status() async throws -> Int? {
    var patience = Patience(.seconds(60))
    while !patience.isOver() {
      if let status = process.statusIfEnded() {
        hasEnded = true
        return status
      }
      try await Task.sleep(for: .milliseconds(10))
    }
    return nil
  }
}
