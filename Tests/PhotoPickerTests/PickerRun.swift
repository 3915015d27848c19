import PhotoFiles
import PhotoFormats
import PhotoLibrary
import PhotoMarks
import SystemPackage
import TestSupport

@testable import PhotoPicker

/// A picker over a folder that has no user interface: tests act as the front end.
final class PickerRun {
  /// A timeout.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let tree: TemporaryTree
  private(set) var model: PickerModel
  private var engine: PickerEngine
  private let mailbox = Mailbox<PickerEngine.Message>()
  /// The unique messages.
  private(set) var messages: [String] = []

  /// Creates a picker over a folder with the photos `a.jpg`, `b.jpg`, …, one per day.
  ///
  /// - Parameters:
  ///   - partCount: The number of photos in the first snapshot, if it is a part of the library.
  ///   - others: The contents of further files by name.
  init(
    photos count: Int, partCount: Int? = nil, others: [String: [UInt8]] = [:],
    change: (inout PickerOptions) -> Void = { _ in }
  ) throws {
    let tree = try TemporaryTree()
    self.tree = tree
    for (name, bytes) in others { try tree.file(FilePath("photos/\(name)"), bytes) }
    for name in Self.names(count) {
      let day = name.utf8.first.map { Int($0) - 0x60 } ?? 0
      try tree.file(
        FilePath("photos/\(name)"), PictureBuilder.jpeg("2014:05:\(day < 10 ? "0" : "")\(day) 10:00:00"))
    }
    var options = PickerOptions()
    options.query.grouping = .all
    options.query.sorting = .name
    options.marks = PickerMarks(journals: tree.at("journals"), scanner: LibraryScanner())
    change(&options)
    model = PickerModel(options)
    let mailbox = mailbox
    engine = PickerEngine(options) { _, show in
      let names = TemporaryTree.names(in: tree.at("photos")).filter { $0.hasSuffix(".jpg") }
      let assets = try names.map { try LibraryScanner().read(tree.at(FilePath("photos/\($0)"))) }
      if let partCount {
        var part = LibrarySnapshot(inAnyOrder: Array(assets.prefix(partCount)))
        part.isPart = true
        await show(part)
      }
      await show(LibrarySnapshot(inAnyOrder: assets))
    } post: {
      mailbox.post($0)
    }
    engine.readLibrary()
  }

  /// `a.jpg`, `b.jpg`, …
  static func names(_ count: Int) -> [String] {
    (0..<count).map { "\(Character(UnicodeScalar(UInt8(0x61 + $0)))).jpg" }
  }

  /// Changes the model and performs its effects.
  func tell(_ change: (inout PickerModel) -> [PickerEffect]) {
    model.begin()
    let effects = change(&model)
    _ = engine.perform(effects, for: model)
  }

  func judge(_ judgement: Judgement, at position: Int) {
    tell {
      $0.moveCursor(to: position)
      return $0.judge(judgement)
    }
  }

  /// Handles messages from the engine until the model has the expected state.
  func wait(_ what: String, until isExpected: (PickerModel) -> Bool) async throws {
    var patience = Patience()
    while !isExpected(model) {
      if patience.isOver() {
        throw Failure(description: "\(what) did not come; told: \(messages), now: \(model.message ?? "")")
      }
      for message in mailbox.take() {
        for event in try engine.take(message, model) {
          let effects = model.handle(event)
          _ = engine.perform(effects, for: model)
          if let told = model.message, told != messages.last, !told.isEmpty { messages.append(told) }
        }
      }
      engine.acknowledge()
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  func wait(for message: String) async throws { try await wait(message) { $0.message == message } }

  /// Suspends until the photos are loaded.
  func load() async throws { try await wait("the library") { $0.isLoaded } }

  func finish() async { await engine.finish() }

  func result() async throws -> PickerResult { try await engine.result(of: model) }

  /// The keys of the groups with the first letter of each photo.
  var shown: [String] {
    model.contents.groups.map { group in
      "\(group.key):" + group.assets.map { $0.name.text.prefix(1) }.joined()
    }
  }

  /// The names of the sidecars.
  var sidecars: [String] { tree.names("photos").filter { $0.hasSuffix(".xmp") } }
}
