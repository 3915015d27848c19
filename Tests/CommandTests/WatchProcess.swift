import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// A running `photopick watch` whose output a test reads.
final class WatchProcess: Sendable {
  let process = Process()
  private let reader: FileHandle
  private let errors: FileHandle
  private let output = Mutex(Data())

  init(_ folder: FilePath, _ view: [String] = []) throws {
    let (pipe, errorPipe) = (Pipe(), Pipe())
    process.executableURL = Self.program
    process.arguments = ["watch", folder.string, "--no-catalog"] + view
    process.standardOutput = pipe
    process.standardError = errorPipe
    reader = pipe.fileHandleForReading
    errors = errorPipe.fileHandleForReading
    try process.run()
    // Only the program itself may hold the other end.
    try pipe.fileHandleForWriting.close()
    try errorPipe.fileHandleForWriting.close()
    reader.readabilityHandler = { [weak self] handle in
      let data = handle.availableData
      if data.isEmpty { handle.readabilityHandler = nil }
      self?.output.withLock { $0.append(data) }
    }
  }

  /// The program that was built beside the tests.
  private static var program: URL {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") { folder = bundle.bundleURL }
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let program = folder.appendingPathComponent("photopick")
      if FileManager.default.isExecutableFile(atPath: program.path) { return program }
    }
    return folder
  }

  /// The whole lines so far.
  var lines: [Data] {
    let data = output.withLock { $0 }
    guard let end = data.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    return data[...end].split(separator: UInt8(ascii: "\n")).map { Data($0) }
  }

  /// What was said on stderr; read once, at the end.
  var diagnostics: Data { errors.availableData }

  /// Waits for the first line.
  func waitForLine() async throws {
    var patience = Patience()
    while lines.isEmpty, !patience.isOver() { try await Task.sleep(for: .milliseconds(10)) }
    try #require(!lines.isEmpty)
  }

  func closeOutput() {
    reader.readabilityHandler = nil
    try? reader.close()
  }

  func end() { process.terminate() }

  /// The exit status; `nil` if the program does not end within a minute.
  func status() async -> Int32? {
    var patience = Patience(.seconds(60))
    while process.isRunning {
      if patience.isOver() {
        process.terminate()
        return nil
      }
      try? await Task.sleep(for: .milliseconds(10))
    }
    return process.terminationReason == .exit ? process.terminationStatus : nil
  }

  /// Replays lines until the view is what `browse` prints; false if it stays another one.
  func replay(into replay: inout WatchReplay, until folder: FilePath, _ view: [String]) async throws -> Bool {
    // Nobody changes the folder meanwhile.
    let records = try await Self.browse(folder, view)
    var patience = Patience()
    while !patience.isOver() {
      for line in lines.dropFirst(replay.lineCount) { try replay.apply(line) }
      if replay.records == records { return true }
      try await Task.sleep(for: .milliseconds(20))
    }
    return false
  }

  private static func browse(_ folder: FilePath, _ view: [String]) async throws -> [NSDictionary] {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = program
    process.arguments = ["browse", folder.string, "--jsonl", "--no-catalog"] + view
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return try data.split(separator: UInt8(ascii: "\n")).map {
      try #require(try JSONSerialization.jsonObject(with: Data($0)) as? NSDictionary)
    }
  }
}
