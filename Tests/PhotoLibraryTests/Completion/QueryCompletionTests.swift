import PhotoFormats
import TestSupport
import Testing

@testable import PhotoLibrary

struct QueryCompletionTests {
  static let library: [Asset] = [
    .having("a.jpg", "2014-05-25", in: "/photos/Trip to Kyoto") {
      $0.camera = Camera(make: "Canon", model: "EOS R5")
      $0.values[.lens] = .text("RF 24-70mm F2.8")
      $0.values[.keywords] = .list(["Temple", "Travel/Kyoto", "none"])
      $0.values[.iso] = .number(1600)
      $0.values[.aperture] = .number(2.8)
      $0.values[.exposureTime] = .number(1.0 / 250)
      $0.values[.rating] = .integer(3)
      $0.values[.label] = .text("Red")
      $0.values[.flash] = .flag(true)
      $0.values[.people] = .list(["Ann"])
      $0.values[.city] = .text("Kyōto")
    },
    .having("b.jpg", "2014-05-26", in: "/photos/Trip to Kyoto") {
      $0.camera = Camera(make: "Canon", model: "EOS R5")
      $0.values[.keywords] = .list(["Temple", "a, \"b\" (c", "Temple"])
      $0.values[.iso] = .number(1600)
      $0.values[.rating] = .integer(5)
      $0.values[.exposureTime] = .number(1.0 / 250.2)
    },
    .having("c.jpg", "2015-01-01", in: "/photos/Home") {
      $0.camera = Camera(make: "Apple", model: "iPhone X")
      $0.values[.iso] = .number(100)
      $0.values[.rating] = .integer(3)
      $0.values[.aperture] = .number(2.83)
      $0.values[.focalLength] = .number(85.3)
    },
  ]

  /// Completes the query at the `|`.
  private func completion(_ marked: String, _ library: [Asset] = library) -> QueryCompletion {
    let parts = marked.split(separator: "|", omittingEmptySubsequences: false)
    return QueryCompletion(parts.joined(), caret: parts[0].utf16.count, now: .noon) {
      FieldValues($0, in: library)
    }
  }

  private func texts(_ marked: String) -> [String] { completion(marked).candidates.map(\.text) }

  /// The query after accepting the first candidate.
  private func taken(_ marked: String) -> String? {
    let completion = completion(marked)
    let text = marked.split(separator: "|", omittingEmptySubsequences: false).joined()
    return completion.candidates.first.map { completion.applied($0, to: text) }
  }

  // MARK: Names

  @Test(arguments: [
    ("cam|", ["camera:"]), ("is:raw -cam|", ["camera:"]), ("!cam|", ["camera:"]), ("--cam|", ["camera:"]),
    ("(cam|", ["camera:"]), ("a or CAM|", ["camera:"]),
    ("not(cam|)", ["camera:"]), ("-(a) cam|", ["camera:"]), ("cam|era:canon", []),
    ("came|:canon", ["camera:"]),
    ("é cam|", ["camera:"]), ("keyword|", ["keywords:", "keywordTree:", "keyword:"]), ("size|", ["size:"]),
    ("near|", ["near:"]), ("no|", ["not"]), ("a no|", ["not"]), ("kyoto|", []), ("a-cam|", []),
    ("\"cam|\"", []), ("\"cam|", []), ("foo(cam|", []), ("cam|\"x\"", []), ("|cam", []), ("1cam|", []),
    ("cam|-x", []), ("@cam|", []),
  ])
  func `field names are suggested at the start of a word`(marked: String, names: [String]) {
    #expect(texts(marked) == names)
  }

  @Test func `saved queries are suggested after @`() {
    let saved = SavedQueries(["summer": "date:2014-06..", "Sum": "x", "raws": "is:raw"])
    for (text, names) in [
      ("@", ["@Sum", "@raws", "@summer"]), ("is:raw -@su", ["@Sum", "@summer"]), ("(@ra", ["@raws"]),
      ("@raws", []), ("a@ra", []), ("\"@ra", []), ("keyword:@ra", []),
    ] {
      let completion = QueryCompletion(text, caret: text.utf16.count, saved: saved) { _ in FieldValues() }
      #expect(completion.candidates.map(\.text) == names, "\(text)")
    }
  }

  @Test func `the most frequent fields are suggested before the first letter`() {
    let names = texts("|")
    #expect(names.count == QueryCompletion.limit && Set(names).count == names.count)
    #expect(names.starts(with: ["is:", "near:", "date:", "camera:"]))
    #expect(texts("is:raw |") == names && texts("( |") == names && texts("-|") == names)
    for name in NameCandidates.usual { #expect(AssetField(name: name) != nil, "\(name)") }
  }

  @Test func `or is offered where it joins something`() {
    #expect(!texts("o|").contains("or") && !texts("(o|").contains("or") && !texts("a or o|").contains("or"))
    #expect(texts("a o|").last == "or" && texts("(a) o|").last == "or")
  }

  @Test func `each field name describes its values and requires more input`() {
    for word in ["cam", "iso", "fl", "date", "keywords", "foc", "faces"] {
      #expect(completion("\(word)|").candidates.allSatisfy { !$0.note.isEmpty && !$0.isWhole })
    }
    #expect(completion("cam|").candidates[0].note == "text")
    #expect(completion("focalLength3|").candidates[0].note == "a length such as 85mm or 24..70")
  }

  // MARK: Values

  @Test(arguments: [
    ("camera:|", ["\"Canon EOS R5\"", "\"Apple iPhone X\"", "none", "any"]),
    ("camera:can|", ["\"Canon EOS R5\""]), ("camera:CÁN|", ["\"Canon EOS R5\""]),
    ("camera:\"can|", ["\"Canon EOS R5\""]), ("camera:r5|", ["\"Canon EOS R5\""]),
    ("camera:os|", []), ("camera:a|", ["\"Apple iPhone X\"", "any"]), ("camera:=ca|", ["\"Canon EOS R5\""]),
    ("camera:~ca|", []), ("camra:|", []), ("lens:|", ["\"RF 24-70mm F2.8\"", "none", "any"]),
    ("keyword:t|", ["Temple", "Travel/Kyoto"]), ("keywords:no|", ["\"none\"", "none"]),
    ("keywords:\"a, |", [#""a, \"b\" (c""#]), ("keywords:Temple|", []),
    ("keywords:Temple,tr|", ["Travel/Kyoto"]),
    ("album:|", ["\"Trip to Kyoto\"", "Home", "none", "any"]), ("label:|", ["Red", "none", "any"]),
    ("city:kyo|", ["Kyōto"]), ("people:|", ["Ann", "none", "any"]), ("is:scr|", ["screenshot"]),
    ("is:raw|", []), ("is:jpeg,por|", ["portrait"]), ("IS:Por|", ["portrait"]), ("is:>por|", []),
    ("near:4|", []),
  ])
  func `strings are suggested by frequency, quoted if necessary`(
    marked: String, values: [String]
  ) {
    #expect(texts(marked) == values)
  }

  @Test(arguments: [
    ("iso:|", ["1600", "100", "none", "any", ">=", "<="]), ("iso:1|", ["1600", "100"]),
    ("iso:>=|", ["1600", "100"]),
    ("iso:100..|", ["1600", "100"]), ("iso:|..100", ["100"]), ("iso:800..|", ["1600"]),
    ("iso:10|..1600", ["100"]), ("iso:200..1|", ["1600"]),
    ("rating:|", ["3", "5", "none", "any", ">=", "<="]), ("aperture:|", ["2.8", "none", "any", ">=", "<="]),
    ("aperture:f/2|", ["f/2.8"]), ("exposureTime:1/|", ["1/250"]),
    ("focalLength:|", ["85.3", "none", "any", ">=", "<="]),
    ("flash:|", ["yes", "none", "any"]), ("flash:n|", ["none"]), ("flash:>|", []),
    ("size:|", ["none", "any", ">=", "<="]),
  ])
  func `numbers are offered as coarse as a query finds them`(marked: String, values: [String]) {
    #expect(texts(marked) == values)
  }

  @Test(arguments: [
    ("date:|", ["2014", "2015", "today", "yesterday", "7d", "1m", "1y", "none", "any", ">=", "<="]),
    ("date:20|", ["2014", "2015"]), ("date:2014|", ["2014-05"]),
    ("date:2014-05-|", ["2014-05-25", "2014-05-26"]),
    ("date:t|", ["today"]), ("date:2015..|", ["2015"]), ("date:2014-05..20|", ["2014", "2015"]),
    ("date:>=y|", ["yesterday"]), ("date:20|..2014-06", ["2014"]), ("modified:19|", ["1970"]),
  ])
  func `years are offered, then their months and days`(marked: String, values: [String]) {
    #expect(texts(marked) == values)
  }

  @Test func `notes count photos and resolve relative dates`() {
    #expect(
      completion("camera:|").candidates.map(\.note) == ["2 photos", "1 photo", "without one", "with any"])
    #expect(completion("date:7|").candidates.map(\.note) == ["since 2014-05-08"])
    #expect(completion("date:7|..2015").candidates.map(\.note) == ["2014-05-08"])
    #expect(completion("keywords:temple|").candidates.map(\.note) == ["2 photos"])
  }

  @Test(arguments: ["\u{301}\"\u{600}", "\u{301}a b", "a b\u{600}", "\u{301}"])
  func `a text that joins the quotes around it finds its photo`(text: String) throws {
    let library = [Asset.having("a.jpg") { $0.values[.keywords] = .list([text, "b c"]) }]
    let offered = completion("keywords:|", library).candidates.map(\.text)
    #expect(offered.count == 4)
    for word in offered.filter({ $0.hasPrefix("\"") || !["none", "any"].contains($0) }) {
      #expect(try AssetCondition("keywords:=" + word).matches(library[0]), "\(word)")
    }
  }

  @Test func `however many values there are, words of the language have their places`() {
    let library = (10...99).map { number in
      Asset.having("\(number).jpg", "20\(number)") { $0.values[.iso] = .number(Double(number)) }
    }
    for (marked, last) in [("iso:|", "<="), ("date:|", "<="), ("camera:|", "any"), ("iso:=|", "any")] {
      let texts = completion(marked, library).candidates.map(\.text)
      #expect(texts.last == last && texts.count <= QueryCompletion.limit)
    }
    #expect(completion("iso:|", library).candidates.count == QueryCompletion.limit)
  }

  // MARK: Range

  @Test(arguments: [
    ("is:raw cam|", "is:raw camera:"), ("ca|m:canon", "camera:canon"), ("ca|me (x", "camera: (x"),
    ("camera:ca|non is:raw", "camera:\"Canon EOS R5\" is:raw"),
    ("(camera:ca|)", "(camera:\"Canon EOS R5\")"),
    ("camera:ca|,nikon", "camera:\"Canon EOS R5\",nikon"),
    ("camera:nikon,\"ca| x\" a", "camera:nikon,\"Canon EOS R5\" a"),
    ("camera:\"ca| is:raw", "camera:\"Canon EOS R5\" is:raw"),
    ("date:2014-05-25..20|15", "date:2014-05-25..2014"), ("iso:10|0..1600", nil),
    ("iso:1|..1600", "iso:1600..1600"),
    ("👩‍👩‍👧 é camera:ca|", "👩‍👩‍👧 é camera:\"Canon EOS R5\""),
  ])
  func `the word or value at the caret is replaced, and nothing else`(marked: String, text: String?) {
    #expect(taken(marked) == text)
  }

  @Test func `any caret position is accepted`() {
    let text = "👩‍👩‍👧 cam"
    for caret in -3...(text.utf16.count + 3) {
      let completion = QueryCompletion(text, caret: caret, now: .noon) { FieldValues($0, in: []) }
      #expect(completion.range.lowerBound >= 0 && completion.range.upperBound <= text.utf16.count)
    }
    let long = String(repeating: "a ", count: ConditionParser.longest)
    #expect(QueryCompletion(long, caret: 1 << 30) { FieldValues($0, in: []) }.candidates.isEmpty)
  }
}
