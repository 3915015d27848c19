import PhotoImaging
import PhotoLibrary
import PhotoPicker
import SystemPackage
import Terminal
import TerminalPicker
import WebPicker

// The examples of the articles on PhotoPicker, TerminalPicker and WebPicker that are not in LibraryExamples.swift. They are
// compiled but not run.

func printMistakes(in text: String, of view: NumberedView) {
  do {
    let positions = try SelectionExpression(text).resolve(in: view.selectable)
    print("\(positions.count) picked")
  } catch let error as SelectionSyntaxError {
    print("column \(error.column): \(error)")
  } catch {
    print(error)
  }
}

func json(of picked: [PickedAsset]) -> [UInt8] {
  var writer = JSONWriter()
  writer.beginArray()
  for photo in picked { AssetRecord(photo).write(to: &writer) }
  writer.endArray()
  writer.finish()
  return writer.take()
}

struct NameCell: CellRenderer {
  func draw(_ cell: PhotoCell, in area: CellArea, of frame: inout Frame) {
    let parts = CellParts(cell, in: area)
    parts.drawPicture(on: &frame)
    parts.drawCaption(cell.asset.name.text, on: &frame)
  }
}

extension SupplementaryKind {
  static let size = SupplementaryKind("size", .footer(lines: 1))
}

struct SizeFooter: SupplementaryRenderer {
  func draw(_ view: SupplementaryView, in area: CellArea, of frame: inout Frame) {
    let bytes = view.section.assets.reduce(0) { $0 + $1.fileSize }
    frame.write("\(bytes) bytes", column: area.column, row: area.row, limit: area.columns)
  }
}

func renderersOfRAW() -> GridRenderers {
  var renderers = GridRenderers()
  renderers.registerCell(NameCell()) { _, asset in asset.format == .raw }
  renderers.registerSupplementary(SizeFooter(), of: .size) { section, _ in section.assets.count > 1 }
  return renderers
}

func pickIfThereIsAScreen(_ picker: TerminalPicker) async throws {
  do {
    let result = try await picker.run()
    print(result?.picked.count ?? 0)
  } catch let error as TerminalPicker.Unavailable {
    print(error)
  }
}

func pickInBrowser(from library: PhotoLibrary, cache: ThumbnailCache) async throws -> [FilePath] {
  var picker = WebPicker(PickerOptions(), cache: cache) { onProgress, show in
    await show(try await library.snapshot(onProgress: onProgress))
  }
  picker.timeout = .seconds(600)
  let result = try await picker.run { event in
    if case .ready(let address, _) = event { print("open \(address)") }
  }
  return result?.picked.map(\.asset.path) ?? []
}
