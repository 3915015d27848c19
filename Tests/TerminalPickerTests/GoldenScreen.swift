import Foundation
import PhotoFormats
import PhotoImaging
import PhotoPicker
import TestSupport
import Testing

@testable import Terminal
@testable import TerminalPicker

/// An approved screen: a text file in `Screens`, in a folder for each terminal size.
///
/// `PHOTOPICK_WRITE_SCREENS=1 Scripts/test --filter ScreenTests` rewrites the files; review the result with `git
/// diff`.
struct GoldenScreen: Sendable, CustomTestStringConvertible {
  let name: String
  let columns: Int
  let rows: Int

  var testDescription: String { "\(name) \(columns)x\(rows)" }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Screens")
  private var file: URL { Self.folder.appendingPathComponent("\(columns)x\(rows)/\(name).txt") }

  /// Whether to write the files instead of comparing them.
  private static var writes: Bool { ProcessInfo.processInfo.environment["PHOTOPICK_WRITE_SCREENS"] != nil }

  /// Compares the drawn pages with the file.
  func check(_ pages: PickerPages) throws {
    let lines = Self.lines(pages)
    #expect(lines.allSatisfy { TerminalText.columns(of: $0) <= columns } && lines.count == rows)
    if Self.writes {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
    }
    let golden = try String(contentsOf: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false
    ).dropLast().map(String.init)
    for (row, (line, expected)) in zip(lines, golden).enumerated() where line != expected {
      Issue.record("row \(row) of \(testDescription):\n\(line)\nand not\n\(expected)")
    }
    #expect(golden.count == lines.count)
  }

  /// Returns the rows with pictures, trimming trailing spaces.
  private static func lines(_ pages: PickerPages) -> [String] {
    let frame = PickerDrawing(
      pages, pictures: PictureSourceView(picture: picture, histogram: { _ in histogram })
    ).frame()
    var cells: [Character?] = frame.cells.map { $0.character }
    for placed in frame.pictures {
      guard case .lines(let lines) = placed.picture.drawing.content else { continue }
      for row in 0..<placed.rows {
        let start = (placed.row + row) * frame.size.columns + placed.column
        // Characters drawn over a picture take precedence.
        for (column, character) in lines[row].enumerated()
        where frame.cells[start + column].picture == placed.picture.identifier {
          cells[start + column] = character
        }
      }
    }
    return (0..<frame.size.rows).map { row -> String in
      let start = row * frame.size.columns
      var line = String(cells[start..<start + frame.size.columns].compactMap { $0 })
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// Returns a drawing that fills the picture's area: `.` for a thumbnail, `:` for the full view. The lowest quarter
  /// remains free, as below a photo of a different shape.
  private static func picture(_ request: PictureRequest) -> PhotoPicture {
    guard !request.asset.name.text.hasPrefix("clip") else { return .missing("no picture") }
    let character: Character = request.detail == .thumbnail ? "." : ":"
    let line = String(repeating: character, count: request.columns)
    let free = String(repeating: " ", count: request.columns)
    let count = request.rows > 3 ? request.rows - request.rows / 4 : request.rows
    let lines = (0..<request.rows).map { $0 < count ? line : free }
    return .ready(
      TerminalPicture(
        TerminalDrawing(lines: lines, columns: request.columns),
        identifier: UInt64(request.hashValue.magnitude) | 1))
  }

  /// Many dark pixels, fewer bright ones, and some clipped ones.
  private static let histogram: Histogram? = {
    let counts = (0..<256).map { $0 < 100 ? $0 * $0 / 100 : $0 < 255 ? (256 - $0) * 2 / 3 : 900 }
    let grays = counts.enumerated().flatMap { [UInt8](repeating: UInt8($0), count: $1) }
    let pixels = PixelSize(width: UInt32(grays.count), height: 1).flatMap {
      PixelBuffer(size: $0, rgba: grays.flatMap { [$0, $0, $0, 255] }, isOpaque: true)
    }
    return pixels?.histogram()
  }()
}
