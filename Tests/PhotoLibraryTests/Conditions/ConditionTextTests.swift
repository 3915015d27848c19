import PhotoFormats
import TestSupport
import Testing

@testable import PhotoLibrary

/// Generates random conditions in the parser's normal form.
private struct RandomConditions {
  var generator: SeededGenerator

  private static let tests = [
    "iso:>=1600", "camera:canon,\"a b\"", "lens:~\"^RF\\d+\"", "people:none", "date:2014-05..2015",
    "date:7d..",
    "exposureTime:<1/250", "name:IMG_*", "is:raw", "is:portrait", "near:48.5,-2.25,1500.0m",
    "near:1e-05,2,1e30m",
    "keywordTree:A/B",
    "2018", "2018-05..2019", "IMG_4??", "*\" \"*,b", "-canon,nikon", "title:\"a \\\"b\\\"\"", "title:=x\\",
    "fileSize:1..5MB", "flash:yes", "rating:-1",
  ]
  private static let characters = Array("aé \"\\-():,.*か~ⅷ?!|&>=2018")

  mutating func condition(depth: Int) throws -> AssetCondition {
    switch depth == 0 ? Int.random(in: 0...1, using: &generator) : Int.random(in: 0...4, using: &generator) {
    case 0:
      let characters = (0...Int.random(in: 0...5, using: &generator)).map { _ in
        Self.characters.randomElement(using: &generator) ?? "a"
      }
      return .words(WordTest(FoldedText(String(characters))))
    case 1: return try AssetCondition(at: Self.tests.randomElement(using: &generator) ?? "a")
    case 2: return try condition(depth: depth - 1).negated
    case 3: return .intersection([try condition(depth: depth - 1), try condition(depth: depth - 1)])
    default: return .union([try condition(depth: depth - 1), try condition(depth: depth - 1)])
    }
  }
}

struct ConditionTextTests {
  @Test func `parsing the text of a condition results in the same condition`() throws {
    var conditions = RandomConditions(generator: SeededGenerator(seed: 7))
    for _ in 0..<1000 {
      let condition = try conditions.condition(depth: 4)
      #expect(try AssetCondition(at: condition.query) == condition, "\(condition.query)")
    }
  }

  @Test(arguments: ["\u{35C}d:\u{FFFD}\u{34C}", "\u{600}", "a\u{600}", "-\u{301}x", "\"\u{301}", ":\u{301}"])
  func `a text that joins with the quotes around it is still in quotes`(_ text: String) throws {
    let condition = AssetCondition.words(WordTest(FoldedText(text)))
    #expect(try AssetCondition(at: condition.query) == condition)
    #expect(try AssetCondition(at: "title:=" + WrittenText.quoted(text) + " iso:100") != condition)
    let completion = QueryCompletion("\"\u{301}\" cam", caret: 7) { _ in FieldValues() }
    #expect(completion.range == 4..<7)
  }

  @Test func `no text is a crash`() {
    var generator = SeededGenerator(seed: 8)
    let pieces =
      Array("a:=>~<.,()\"\\-*?!|& 12/é\0").map(String.init) + [
        "iso:", "date:", "2018", "not ", "or ", "near:", "is:", "..", "lens:~",
      ]
    for _ in 0..<3000 {
      let text = (0...Int.random(in: 0...12, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }
      .joined()
      guard let condition = try? AssetCondition(at: text) else { continue }
      #expect((try? AssetCondition(at: condition.query)) == condition, "\(text)")
    }
  }
}
