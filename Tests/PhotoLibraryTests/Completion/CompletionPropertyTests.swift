import PhotoFormats
import TestSupport
import Testing

@testable import PhotoLibrary

/// Invariants of all completions, for any library and caret position.
struct CompletionPropertyTests {
  /// Strings that require quotes, or combine with adjacent characters.
  private static let pieces = [
    "a", "B ", "é", "\"", "\\", "(", ")", ",", ":", "..", "*", "-", "none", "/", "\u{301}", "\u{600}",
    "\u{200D}",
    "か\u{3099}", "👩", "🇯", "7d", "\n", "\u{2028}", "or", "~", "\u{1B}[2J", "\u{202E}",
  ]

  private static func text(_ generator: inout SeededGenerator) -> String {
    (0...Int.random(in: 0...4, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "a" }
      .joined()
  }

  private static func library(_ count: Int, _ generator: inout SeededGenerator) -> [Asset] {
    (0..<count).map { number in
      let texts = (0..<6).map { _ in text(&generator) }
      let date =
        "20\(Int.random(in: 10...29, using: &generator))-0\(Int.random(in: 1...9, using: &generator))"
      return .having("\(number)\(texts[0].replacing("/", with: ""))", date, in: "/photos/\(texts[1])") {
        $0.camera = Camera(make: nil, model: texts[2])
        $0.values[.lens] = .text(texts[3])
        $0.values[.keywords] = .list(Array(texts[4...]))
        $0.values[.keywordTree] = .list(["A/\(texts[4])"])
        $0.values[.faces] = .regions([FaceRegion(name: texts[5], x: 0, y: 0, width: 1, height: 1)])
        $0.values[.rating] = .integer(Int64.random(in: -1...5, using: &generator))
        $0.values[.iso] = .number(Double.random(in: 1...99_999, using: &generator))
        $0.values[.exposureTime] = .number(Double.random(in: 1e-6...40, using: &generator))
        $0.values[.focalLength] = .number(Double(Int.random(in: 1...400, using: &generator)) / 4)
        $0.values[.flash] = .flag(Bool.random(using: &generator))
      }
    }
  }

  @Test func `a value that is taken makes a query that can be read and finds the photos that have it`() throws
  {
    var generator = SeededGenerator(seed: 12)
    let library = Self.library(80, &generator)
    var count = 0
    for field in AssetField.asked {
      let values = FieldValues(field, in: library)
      for comparison in FieldTest.Comparison.allCases {
        for text in ["\(field.name)\(comparison.rawValue)", "x or (-\(field.name)\(comparison.rawValue)"] {
          let completion = QueryCompletion(text, caret: text.utf16.count, now: .noon) { _ in values }
          #expect(completion.candidates.count <= QueryCompletion.limit)
          for candidate in completion.candidates where candidate.isWhole {
            let query = completion.applied(candidate, to: text)
            let condition = try AssetCondition(at: query + (text.contains("(") ? ")" : ""))
            let found = library.count(where: condition.matches)
            let least = Int(candidate.note.prefix { $0.isNumber }) ?? 0
            if comparison == .fits, !text.contains("("), candidate.note.contains("photo") {
              #expect(found >= least && least > 0, "\(query): \(found) of \(least)")
            }
            count += 1
          }
        }
      }
    }
    #expect(count > 500)
  }

  @Test func `accepting a value at any caret position results in a valid query`() throws {
    var generator = SeededGenerator(seed: 13)
    let library = Self.library(40, &generator)
    var known: [AssetField: FieldValues] = [:]
    let queries = [
      "camera:a,\"b c\" -(keywords:x or is:raw) date:2014..2015", "(lens:\"a\" and not iso:100..800)",
      "rating:>=3 flash:yes kyoto near:48.8,2.3,5km", "exposureTime:1/250 label:none album:=b",
      "a(b) keywordTree:A/B \"two words\" é modified:7d..",
    ]
    for query in queries {
      _ = try AssetCondition(at: query)
      for caret in 0...query.utf16.count {
        let completion = QueryCompletion(query, caret: caret, now: .noon) { field in
          let values = known[field] ?? FieldValues(field, in: library)
          known[field] = values
          return values
        }
        for candidate in completion.candidates
        where candidate.isWhole && !["or", "not"].contains(candidate.text) {
          let text = completion.applied(candidate, to: query)
          #expect(throws: Never.self, "\(text)") { try AssetCondition(at: text) }
        }
      }
    }
  }

  @Test func `no text is a crash`() {
    var generator = SeededGenerator(seed: 14)
    let library = Self.library(10, &generator)
    let pieces = Self.pieces + ["camera:", "iso:>", "date:2014", "is:", " ", "not", "keywords:="]
    for _ in 0..<500 {
      let text = (0...Int.random(in: 0...8, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined()
      let caret = Int.random(in: -1...text.utf16.count + 1, using: &generator)
      let completion = QueryCompletion(text, caret: caret, now: .noon) { FieldValues($0, in: library) }
      #expect(completion.range.lowerBound >= 0 && completion.range.upperBound <= text.utf16.count)
      for candidate in completion.candidates { _ = completion.applied(candidate, to: text) }
    }
  }

  @Test func `the values of a field are requested once, and only for a value`() {
    var asked: [AssetField] = []
    for text in ["", "cam", "is:ra", "\"a", "near:1", "camra:x", "lens:~x", "camera:ca", "keyword:a,b"] {
      _ = QueryCompletion(text, caret: 99, now: .noon) {
        asked.append($0)
        return FieldValues()
      }
    }
    #expect(asked == [.camera, AssetField(.keywords)])
  }
}
