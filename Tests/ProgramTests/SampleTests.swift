import Foundation
import SystemPackage
import Testing
import TestSupport

/// Compares the photos in Samples with the table of expected values.
@Suite(.blocking) struct SampleTests {
  /// A row of the table; `nil` represents `-`.
  struct Sample: Sendable, CustomTestStringConvertible {
    let values: [String: String]
    subscript(column: String) -> String? { values[column].flatMap { $0 == "-" ? nil : $0 } }
    var path: String { values["path"] ?? "" }
    /// The file in the Samples folder.
    var file: String { SampleTests.folder.appendingPathComponent(path).path }
    var testDescription: String { path }
  }

  private static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let folder = project.appendingPathComponent("Samples")

  private static let rows: [Sample] = {
    let table = project.appendingPathComponent("Scripts/samples/samples.tsv")
    let text = (try? String(contentsOf: table, encoding: .utf8)) ?? ""
    let rows = text.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    return rows.dropFirst().map { row in
      Sample(values: Dictionary(zip(rows.first ?? [], row), uniquingKeysWith: { first, _ in first }))
    }
  }()

  static let samples = rows.filter { $0["format"] != nil }

  /// The samples with values beyond the table's columns.
  private static let described = samples.filter { $0["fields"] != nil }

  /// The samples whose renderings are compared.
  private static let rendered = samples.filter { sample in
    ["jpeg", "png", "webp", "heic", "avif"].contains(sample["format"]) && sample["damaged"] != "yes"
      && sample["dateSource"]?.hasPrefix("exif") == true
  }

  /// Creates a folder with copies of samples and all sidecars, with the modification times in the table.
  private static func program(over samples: [Sample]) throws -> Photopick {
    let photopick = try Photopick()
    for sample in samples + rows.filter({ $0["format"] == nil }) {
      let bytes = try #require(FileManager.default.contents(atPath: sample.file).map(Array.init))
      let modified = try #require(
        try sample["modified"].map { try Date($0, strategy: .iso8601).timeIntervalSince1970 })
      try photopick.photos.file(FilePath(sample.path), bytes, modified: Int(modified))
    }
    return photopick
  }

  /// The output of `info` for each sample by path, from a single run.
  private static let records = Result {
    let photopick = try program(over: samples)
    let records = try photopick.runAll(["info", "--jsonl"] + samples.map(\.path)).lines(of: Record.self)
    return Dictionary(records.map { (photopick.place(of: $0.path), $0) }) { first, _ in first }
  }

  /// The output of `info` for each rendered sample by path, from a single run.
  private static let renderings = Result {
    let photopick = try program(over: rendered)
    let images = try photopick.run(
      "select", "all", ".", "--return-image", "screen", "--image-folder", "out", "--json"
    ).dictionaries().map { record in
      let image = record["UIImagePickerControllerOriginalImage"] as? [String: Any]
      return (try #require(record["path"] as? String), try #require(image?["path"] as? String))
    }
    let records = try photopick.runAll(["info", "--jsonl"] + images.map(\.1)).lines(of: Record.self)
    return Dictionary(zip(images.map { photopick.place(of: $0.0) }, records)) { first, _ in first }
  }

  @Test func `the table names every sample`() throws {
    let folder = Self.folder.path
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: "\(folder)/\($0)", isDirectory: &isFolder)
        && !isFolder.boolValue
    }
    #expect(Set(files) == Set(Self.rows.map(\.path)))
    #expect(files.count >= 40)
  }

  @Test(arguments: samples)
  func `a sample is read as it was written`(sample: Sample) throws {
    let record = try #require(try Self.records.get()[sample.path])
    #expect(record.name == FilePath(sample.path).lastComponent?.string)
    #expect(record.format == sample["format"])
    #expect(record.typeIdentifier == sample["type"])
    #expect(record.mediaType == (sample["duration"] == nil ? "image" : "video"))
    #expect(record.pixelWidth.map(String.init) == sample["width"])
    #expect(record.pixelHeight.map(String.init) == sample["height"])
    #expect(record.orientation.map(String.init) == sample["orientation"])
    #expect(record.dateSource == sample["dateSource"])
    let fileDate = sample["modified"]?.replacingOccurrences(of: "Z", with: "+00:00")
    #expect(record.date == sample["date"] ?? fileDate)
    #expect(record.modified == sample["modified"])
    #expect(record.make == sample["make"])
    #expect(record.model == sample["model"])
    expect(record.latitude, near: sample["latitude"], within: 0.000_001)
    expect(record.longitude, near: sample["longitude"], within: 0.000_001)
    expect(record.altitude, near: sample["altitude"], within: 0.01)
    expect(record.duration, near: sample["duration"], within: 0.1)
    #expect(record.screenshot == (sample["screenshot"] == "yes" ? true : nil))
    #expect((record.damaged != nil) == (sample["damaged"] == "yes"))
    #expect(record.fileSize == FileManager.default.contents(atPath: sample.file)?.count)
  }

  @Test(arguments: described)
  func `what the columns do not hold is read too, sidecars included`(sample: Sample) throws {
    let json = Data((sample["fields"] ?? "").utf8)
    let expected = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    let photopick = try Self.program(over: [sample])
    let record = try #require(try photopick.run("info", "--json", sample.path).dictionaries().first)
    #expect(!expected.isEmpty)
    let read = record.filter { expected.keys.contains($0.key) }
    #expect(try text(read) == text(expected))
  }

  @Test(arguments: rendered)
  func `a rendering keeps the Exif of its photo, upright`(sample: Sample) throws {
    let record = try #require(try Self.renderings.get()[sample.path])
    #expect(record.date == sample["date"])
    #expect(record.make == sample["make"])
    #expect(record.orientation ?? 1 == 1)
    expect(record.latitude, near: sample["latitude"], within: 0.000_001)
  }

  private func text(_ object: [String: Any]) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: object, options: .sortedKeys), as: UTF8.self)
  }

  private func expect(_ value: Double?, near text: String?, within tolerance: Double) {
    guard let expected = text.flatMap(Double.init) else {
      #expect(value == nil)
      return
    }
    #expect(abs((value ?? .infinity) - expected) <= tolerance)
  }
}

extension Photopick {
  /// The path relative to the folder.
  fileprivate func place(of path: String) -> String { String(path.dropFirst("\(photos.path)/".count)) }
}
