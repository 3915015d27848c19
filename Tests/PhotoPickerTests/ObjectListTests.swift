import PhotoFiles
import SystemPackage
import TestSupport
import Testing

@testable import PhotoPicker

/// Lists of objects that other programs have written.
struct ObjectListTests {
  private let tree: TemporaryTree

  init() throws { tree = try TemporaryTree() }

  private func paths(_ text: String, bucket: String? = nil, compressed: Bool = false) throws -> [String] {
    let bytes = compressed ? try #require(GzipEncoder.compressed(Array(text.utf8))) : Array(text.utf8)
    try tree.file("list", bytes)
    return try PathList(contentsOf: tree.at("list"), bucket: bucket).paths.map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private static let contents = """
    "Contents": [
      {"Key": "a b/IMG 1.jpg", "LastModified": "2024-05-01T10:00:00+00:00", "ETag": "\\"1f\\"", "Size": 10},
      {"Size": 0, "Key": "a b/"}, {"Key": "ü+%20.jpg", "StorageClass": "STANDARD", "Owner": {"ID": "x"}}
    ]
    """

  @Test(arguments: [
    "{\"Name\": \"photos\", \(contents)}", "{\(contents), \"Name\": \"photos\", \"KeyCount\": 3}",
    "{\n  \(contents),\n  \"RequestCharged\": null\n}\n",
    "{\"Name\": \"photos\", \(contents)}\n{\"Name\": \"photos\", \(contents)}",
  ])
  func `the objects of a bucket are read from JSON`(text: String) throws {
    let bucket = text.contains("Name") ? nil : "photos"
    for compressed in [false, true] {
      #expect(
        try paths(text, bucket: bucket, compressed: compressed)
          == ["s3://photos/a b/IMG 1.jpg", "s3://photos/ü+%20.jpg"])
    }
  }

  @Test func `objects without a bucket are an error`() throws {
    #expect(throws: PathListError(.noBucket, line: 1)) { try paths("{\(Self.contents)}") }
    let many = (0...10_000).map { "{\"Key\":\"\($0).jpg\"}" }.joined(separator: ",")
    #expect(throws: PathListError(.noBucket, line: 1)) {
      try paths("{\"Contents\":[\(many)],\"Name\":\"b\"}")
    }
    #expect(throws: PathListError.self) { try paths("{\"Name\":\"a/b\",\(Self.contents)}") }
    #expect(throws: PathListError.self) { try paths("{\"Name\":\"b\",\"Contents\":[{\"Size\":1}]}") }
  }

  @Test func `JSON lines with size, tag and time are accepted`() throws {
    let line = #"{"path":"s3://b/1.jpg","size":5,"etag":"\"9\"","lastModified":"2024-05-01T10:00:00Z"}"#
    #expect(try paths(line + "\n") == ["s3://b/1.jpg"])
    #expect(
      try paths("s3://b/x.jpg\n/photos/y.jpg\n", compressed: true) == ["s3://b/x.jpg", "/photos/y.jpg"])
  }

  @Test func `the status of objects makes a listing`() throws {
    let objects = (1...2).map { number in
      (
        #"{"Key":"a/\#(number).jpg","LastModified":"2024-05-01T10:00:00.5Z","ETag":"\"\#(number)\"","Size":\#(number)}"#,
        #"{"path":"s3://b/a/\#(number).jpg","size":\#(number),"etag":"\#(number)","lastModified":"2024-05-01T10:00:00Z"}"#
      )
    }
    let status = (1...2).map {
      RemoteStatus(
        size: $0, modified: FileStatus.Time(seconds: 1_714_557_600, nanoseconds: 0), tag: "\"\($0)\"")
    }
    let folder = FilePath(fileSystemBytes: Array("s3://b/a".utf8))
    func listings(_ text: String) throws -> [FilePath: [FileName: RemoteStatus]] {
      try PathList(Array(text.utf8)).listings
    }
    let wanted = [folder: [FileName("1.jpg"): status[0], FileName("2.jpg"): status[1]]]
    #expect(
      try listings("{\"Name\":\"b\",\"Contents\":[\(objects.map(\.0).joined(separator: ","))]}") == wanted)
    #expect(try listings(objects.map { $0.1 + "\n" }.joined()) == wanted)
    // If a part of the objects is unknown, folders may contain others.
    #expect(try listings(objects[0].1 + "\n{\"path\":\"s3://b/a/2.jpg\"}\n").isEmpty)
    let path = "{\"path\":\"s3://b/a/2.jpg\"}\n"
    #expect(try listings(objects[0].1 + "\n" + objects[0].1 + "\n" + path).isEmpty)
    #expect(try listings(objects[0].1.replacing("2024-05-01T", with: "2024-05-01 ") + "\n").isEmpty)
    #expect(try listings(objects[0].1.replacing("s3://b", with: "/b") + "\n").isEmpty)
  }

  /// Writes an inventory with two lists, and returns the path of its manifest.
  private func inventory(
    _ place: String, format: String = "CSV", schema: String = "Bucket, Key, Size, IsLatest, IsDeleteMarker"
  ) throws -> FilePath {
    let rows = [
      "\"photos\",\"2014/a%2Bb+c%20d%2C%C3%BC.jpg\",\"10\",\"true\",\"false\"\n\"photos\",\"old.jpg\",\"1\",\"false\",\"false\"\n",
      "\"photos\",\"gone.jpg\",\"\",\"true\",\"true\"\n\"photos\",\"dir/\",\"0\",\"true\",\"false\"\n\"photos\",\"z.jpg\",\"1\",\"true\",\"false\"\n",
    ]
    for (number, text) in rows.enumerated() {
      try tree.file(
        FilePath("inventory/\(place)\(number).csv.gz"), try #require(GzipEncoder.compressed(Array(text.utf8)))
      )
    }
    let files = (0...1).map {
      "{\"key\":\"to/photos/all/data/\($0).csv.gz\",\"size\":1,\"MD5checksum\":\"0\"}"
    }
    let text = """
      {"sourceBucket":"photos","version":"2016-11-30","fileFormat":"\(format)","files":[\(files.joined(separator: ","))],
      "fileSchema":"\(schema)"}
      """
    try tree.file("inventory/2024-01-01/manifest.json", Array(text.utf8))
    return tree.at("inventory/2024-01-01/manifest.json")
  }

  @Test(arguments: ["2024-01-01/", "2024-01-01/data/", "data/"])
  func `an inventory is read with the lists next to its manifest`(place: String) throws {
    let list = try PathList(contentsOf: inventory(place))
    #expect(
      list.paths.map { String(decoding: $0, as: UTF8.self) }
        == ["s3://photos/2014/a+b c d,ü.jpg", "s3://photos/z.jpg"])
  }

  @Test func `an inventory with sizes, times and tags is a listing`() throws {
    let schema = "Bucket, Key, Size, LastModifiedDate, ETag"
    let manifest = try inventory("data/", schema: schema)
    let rows = #""photos","2014/a+b.jpg","10","2024-05-01T10:00:00.000Z","9f""# + "\n"
    for number in 0...1 {
      try tree.file(
        FilePath("inventory/2024-01-01/data/\(number).csv.gz"),
        try #require(GzipEncoder.compressed(number == 0 ? Array(rows.utf8) : [])))
      try? tree.remove(FilePath("inventory/data/\(number).csv.gz"))
    }
    let list = try PathList(contentsOf: manifest)
    let listing = try #require(list.listings[FilePath(fileSystemBytes: Array("s3://photos/2014".utf8))])
    #expect(listing[FileName("a b.jpg")]?.tag == "\"9f\"" && listing.count == 1 && list.paths.count == 1)
  }

  @Test func `an unusable inventory is an error`() throws {
    var manifest = try inventory("data/", format: "ORC")
    #expect(throws: PathListError(.inventoryFormat("ORC"), line: 1)) { try PathList(contentsOf: manifest) }
    manifest = try inventory("data/", schema: "Bucket, Size")
    #expect(throws: PathListError.self) { try PathList(contentsOf: manifest) }
    manifest = try inventory("elsewhere/")
    try tree.remove("inventory/data/0.csv.gz")
    #expect(throws: PathListError.self) { try PathList(contentsOf: manifest) }
    manifest = try inventory("data/")
    try tree.file("inventory/data/1.csv.gz", [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0x4B])
    #expect(throws: PathListError.self) { try PathList(contentsOf: manifest) }
  }

  @Test func `a list of an inventory may be UTF-16`() throws {
    let manifest = try inventory("data/")
    let row = "\u{FEFF}\"photos\",\"写.jpg\",\"10\",\"true\",\"false\"\r\n"
    let bytes = row.utf16Bytes()
    try tree.file("inventory/data/1.csv.gz", bytes)
    let paths = try PathList(contentsOf: manifest).paths.map { String(decoding: $0, as: UTF8.self) }
    #expect(paths.last == "s3://photos/写.jpg")
  }

  @Test(.timeLimit(.minutes(5)))
  func `a list of an inventory that is a pipe is refused, since reading it may wait forever`() throws {
    let manifest = try inventory("data/")
    let pipe = tree.at("inventory/data/1.csv.gz")
    try tree.remove("inventory/data/1.csv.gz")
    try #require(pipe.withPlatformString { mkfifo($0, 0o600) } == 0)
    // A writer that sends nothing.
    let writer = try FileDescriptor.open(pipe, .readWrite)
    defer { try? writer.close() }
    let failure = #expect(throws: PathListError.self) { try PathList(contentsOf: manifest) }
    #expect(failure?.reason == .unreadable("1.csv.gz: not a regular file"))
  }

  @Test func `a missing list of an inventory is named`() throws {
    let manifest = try inventory("data/")
    try tree.remove("inventory/data/1.csv.gz")
    let failure = #expect(throws: PathListError.self) { try PathList(contentsOf: manifest) }
    #expect(failure?.reason == .unreadable("1.csv.gz: not found next to the manifest or in data"))
  }

  @Test func `a file that an inventory names is never outside of its folders`() throws {
    for key in ["..", "/", "a/../.."] {
      let text = "{\"fileSchema\":\"Bucket, Key\",\"fileFormat\":\"CSV\",\"files\":[{\"key\":\"\(key)\"}]}"
      #expect(throws: PathListError.self) { try paths(text) }
    }
  }
}
