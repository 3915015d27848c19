// Assets without files, completion and the encoding of drafts are internal to their modules.
@testable import PhotoFiles
@testable import PhotoFormats
@testable import PhotoLibrary
@testable import PhotoPicker
import SystemPackage

/// Returns a photo with values for most fields, created like a photo with a file header.
func photo(_ name: String = "IMG_1.jpg", _ change: (inout PhotoMetadata) -> Void = { _ in }) -> Asset {
  var metadata = PhotoMetadata()
  metadata.fileType = .jpeg
  metadata.pixelSize = PixelSize(width: 400, height: 300)
  metadata.camera = Camera(make: "Canon", model: "EOS 5D")
  metadata.values[.keywords] = .list(["sea", "\u{E9}te"])
  metadata.values[.title] = .text("Kyo\u{302}to")
  metadata.values[.rating] = .integer(4)
  metadata.values[.iso] = .integer(1600)
  metadata.captureDate = DatePeriod("2014-05-25").map {
    CaptureDate(time: $0.first, source: .exifDateTimeOriginal)
  }
  change(&metadata)
  let time = FileStatus.Time(seconds: 1_400_000_000, nanoseconds: 0)
  let status = FileStatus(
    identity: FileStatus.Identity(device: 1, inode: name.utf8.reduce(2) { $0 &* 31 &+ UInt64($1) }),
    size: 1000, modified: time, changed: time, linkCount: 1)
  return Asset(
    folder: Folder("/photos"), name: FileName(unchecked: Array(name.utf8)), status: status,
    metadata: metadata, clocks: LibraryClocks())
}

/// Parses a selection and resolves it in a view with groups of several sizes.
func fuzzSelections(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  let expression: SelectionExpression
  do {
    expression = try SelectionExpression(text)
  } catch {
    precondition(error.column >= 1 && error.column <= text.count + 1, "a mistake stands outside of the text")
    return requireSafe(error)
  }
  let groups = [
    ("2014-05", 0..<40), ("2014-05-25", 40..<40), ("A \"b\", c", 40..<41), ("\u{1B}[2J", 41..<90),
  ]
  let view = SelectableView(
    count: 100, groups: groups.map { SelectableView.Group(key: $0.0, title: $0.0, positions: $0.1) })
  do {
    let positions = try expression.resolve(in: view)
    precondition(positions.allSatisfy { (0..<100).contains($0) }, "a position stands outside of the view")
    precondition(Set(positions).count == positions.count, "a position stands there twice")
  } catch {
    requireSafe(error)
  }
}

private let now = CivilTime(seconds: 1_719_835_200)
private let photos = [photo(), photo { $0.values = MetadataValues() }, photo { $0.captureDate = nil }]

/// Parses a query, writes and reparses it, evaluates it, and completes it at several positions.
func fuzzQueries(_ bytes: [UInt8]) {
  let text = String(decoding: bytes.prefix(4096), as: UTF8.self)
  do {
    let condition = try AssetCondition(text, now: now)
    let written = condition.query
    guard let again = try? AssetCondition(written, now: now) else {
      preconditionFailure("what is written for \(text) is not read: \(written)")
    }
    for photo in photos {
      precondition(again.matches(photo) == condition.matches(photo), "\(text) and \(written) differ")
    }
  } catch {
    requireSafe(error)
  }
  let length = text.utf16.count
  for caret in Set([0, length / 2, length]) {
    let completion = QueryCompletion(text, caret: caret, now: now) { FieldValues($0, in: photos) }
    precondition(completion.range.upperBound <= length, "a completion stands outside of the text")
    for candidate in completion.candidates { _ = completion.applied(candidate, to: text) }
  }
}

/// Parses a template and renders it for a photo.
func fuzzTemplates(_ bytes: [UInt8]) {
  let text = String(decoding: bytes.prefix(4096), as: UTF8.self)
  do {
    let template = try OutputTemplate(text)
    for photo in photos {
      let line = template.render { field in
        switch field {
        case .asset(let field): field.value(photo)
        case .number: .integer(9)
        default: nil
        }
      }
      precondition(line.utf8.count <= 256 * (text.utf8.count + 1), "a line grows beyond its template")
    }
  } catch {
    precondition(error.column >= 1 && error.column <= text.count + 1, "a mistake stands outside of the text")
    requireSafe(error)
  }
}

/// Decodes a draft file, encodes and edits it. Because checksums reject nearly all inputs, records of drafts and views
/// are also decoded without them.
func fuzzDrafts(_ bytes: [UInt8]) {
  func record<Record: StoredRecord>() -> Record? {
    bytes.withUnsafeBytes { bytes in
      var input = RecordDecoder(bytes)
      return try? Record(from: &input)
    }
  }
  if let view: RememberedView = record() {
    precondition(
      RecordFile.onlyRecord(RecordFile.bytes([view])) == view, "a view is not read as it was written")
    precondition((0..<view.count).allSatisfy { view.path(at: $0) != nil }, "a view lacks the path of a photo")
  }
  let draft: StoredPaths? = record()
  guard let paths = StoredPaths.paths(bytes) ?? draft?.paths else { return }
  precondition(
    StoredPaths.paths(RecordFile.bytes([StoredPaths(paths)])) == paths, "a draft is not read as it was written")
  let wanted = Array(paths.reversed().prefix(8))
  let changed = DraftChange(from: paths, to: wanted).applied(to: paths)
  precondition(Set(changed).isSuperset(of: wanted), "a change loses what it adds")
  if let name = String(validating: paths.first ?? [], as: UTF8.self) {
    do throws(DraftError) { _ = try DraftName(String(name.dropFirst())) } catch { requireSafe(error) }
  }
}

/// Parses a list of paths in any form.
func fuzzLists(_ bytes: [UInt8]) {
  do {
    let list = try PathList(bytes)
    precondition(!list.paths.contains { $0.isEmpty || $0.contains(0) }, "a path is empty or holds NUL")
    precondition(Set(list.paths).count == list.paths.count, "a path stands there twice")
  } catch {
    requireSafe(error)
  }
}
