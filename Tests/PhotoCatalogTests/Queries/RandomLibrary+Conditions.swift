import PhotoFormats
import TestSupport

@testable import PhotoLibrary

/// Random metadata and conditions.
extension RandomLibrary {
  private static let words = [
    "Kyoto", "kyoto at night", "Zürich", "zurich", "A/B", "a", "Canon", "jpeg", "2", "dir\nline", "é",
  ]

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

  private mutating func word() -> String { Self.words.randomElement(using: &generator) ?? "a" }

  private mutating func words() -> [String] {
    (0...Int.random(in: 0...2, using: &generator)).map { _ in word() }
  }

  private mutating func number() -> Double {
    [-1, 0, 1, 2, 2.8, 3, 5, 0.004, 100, 1600, 48.8582].randomElement(using: &generator) ?? 1
  }

  /// Returns values of all kinds.
  mutating func values() -> MetadataValues {
    var values = MetadataValues()
    for field in MetadataField.allCases where chance(25) {
      values[field] =
        switch field.kind {
        case .text: .text(word())
        case .list: .list(words())
        case .integer: .integer(Int64(number()))
        case .number: .number(number())
        case .flag: .flag(chance(70))
        case .date: nil
        case .regions:
          .regions([FaceRegion(name: chance(80) ? word() : "", x: number(), y: 0, width: 1, height: 1)])
        }
    }
    return values
  }

  /// Returns a location, often the same one.
  mutating func location() -> GeoLocation? {
    GeoLocation(
      latitude: chance(50) ? 48.8582 : Double.random(in: -90...90, using: &generator),
      longitude: chance(50) ? 2.2945 : Double.random(in: -180...180, using: &generator),
      altitude: chance(50) ? number() : nil)
  }

  /// Returns a random condition.
  mutating func condition(depth: Int = 3) -> AssetCondition {
    switch Int.random(in: 0..<(depth > 0 ? 10 : 7), using: &generator) {
    case 0...3: .test(test())
    case 4: .words(WordTest(FoldedText(word())))
    case 5: .trait(AssetTrait.allCases.randomElement(using: &generator) ?? .edited)
    case 6: near()
    case 7: .not(condition(depth: depth - 1))
    case 8: .any((0...2).map { _ in condition(depth: depth - 1) })
    default: .all((0...1).map { _ in condition(depth: depth - 1) })
    }
  }

  private mutating func near() -> AssetCondition {
    let place = PlaceTest(
      latitude: chance(50) ? 48.9 : 89.9, longitude: chance(50) ? 2.3 : -179.9,
      metres: chance(50) ? 10_000 : 10_000_000)
    return place.map { .near($0) } ?? .all([])
  }

  /// Returns a random field.
  mutating func field() -> AssetField {
    (AssetField.all + AssetField.derived).randomElement(using: &generator) ?? .name
  }

  private mutating func test() -> FieldTest {
    let field = field()
    let values = (0...Int.random(in: 0...1, using: &generator)).map { _ in valueTest(field.kind) }
    return FieldTest(field, .fits, words: [], values: values)
  }

  /// Returns a test for a kind, or occasionally for another kind.
  private mutating func valueTest(_ kind: FieldKind) -> ValueTest {
    if chance(15) { return chance(50) ? .none : .any }
    switch chance(90) ? kind : FieldKind.allCases.randomElement(using: &generator) ?? kind {
    case .text, .list, .regions: return textTest()
    case .integer, .number:
      let (first, second) = (number(), number())
      return .numbers(
        NumberRange(
          lower: chance(30) ? -.infinity : min(first, second),
          upper: chance(30) ? .infinity : max(first, second), includesLower: chance(70),
          includesUpper: chance(70)))
    case .flag: return .flag(chance(50))
    case .date:
      return .dates(
        DateRange(
          first: chance(30) ? nil : CivilTime(seconds: second()),
          last: chance(30) ? nil : CivilTime(seconds: second())))
    }
  }

  private mutating func textTest() -> ValueTest {
    let text = FoldedText(word())
    switch Int.random(in: 0..<5, using: &generator) {
    case 0, 1: return .contains(text)
    case 2: return .equals(text)
    case 3: return .below(text)
    default:
      return .texts(TextRange(lower: text, upper: nil, includesLower: chance(50), includesUpper: true))
    }
  }
}
