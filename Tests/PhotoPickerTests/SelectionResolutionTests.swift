import Testing

@testable import PhotoPicker

struct SelectionResolutionTests {
  /// Nine photos in three groups of two, three and four.
  private let view = SelectableView(
    count: 9,
    groups: [
      .init(key: "2014-05", title: "May 2014", positions: 0..<2),
      .init(key: "2014-04", title: "April 2014", positions: 2..<5),
      .init(key: "Canon EOS, \"old\"", title: "Canon", positions: 5..<9),
    ])

  private func numbers(_ text: String) throws -> [Int] {
    try SelectionExpression(text).resolve(in: view).map { $0 + 1 }
  }

  @Test(arguments: [
    ("all,!2", [1, 3, 4, 5, 7, 8, 9]), ("@2014-05,!6", [1]), ("1-6,!6,2", [1, 3, 4, 5, 2]), ("2,6", [2, 6]),
    ("!2,6", [6]), ("all,!3", [1, 2, 4, 5, 6, 7, 8, 9]), ("all,!all,6", [6]),
  ])
  func `a photo that is taken away is taken away at all its places`(text: String, expected: [Int]) throws {
    // Photo 2 is photo 6.
    let places = [1: [5], 5: [1]]
    let positions = try SelectionExpression(text).resolve(in: view) { taken in
      places.filter { taken.contains($0.key) }
    }
    #expect(positions.map { $0 + 1 } == expected)
  }

  @Test(arguments: [
    ("1-4,9", [1, 2, 3, 4, 9]),
    ("9-5", [9, 8, 7, 6, 5]),
    (" 7 - ", [7, 8, 9]),
    ("-3", [1, 2, 3]),
    ("- 3", [1, 2, 3]),
    ("All", [1, 2, 3, 4, 5, 6, 7, 8, 9]),
    ("NONE", []),
    ("none,3", [3]),
    ("2.1-2.3", [3, 4, 5]),
    ("2", [2]),
    ("2.2", [4]),
    ("1.2-3.1", [2, 3, 4, 5, 6]),
    ("3.2-2.3", [7, 6, 5]),
    ("3.3-", [8, 9]),
    ("8-3.4", [8, 9]),
    ("@2014", [1, 2, 3, 4, 5]),
    ("@2014-04", [3, 4, 5]),
    ("@ canon eos ", [6, 7, 8, 9]),
    ("@\"CANON eos, \"\"OLD\"", [6, 7, 8, 9]),
    ("all,!5", [1, 2, 3, 4, 6, 7, 8, 9]),
    ("all, ! @2014", [6, 7, 8, 9]),
    ("!5,5", [5]),
    ("!5", []),
    ("5,1-9", [5, 1, 2, 3, 4, 6, 7, 8, 9]),
    ("1-4,!2,4-1", [1, 3, 4, 2]),
    ("9-7,8,all,!all,8-9", [8, 9]),
    ("3,3,3", [3]),
    ("0003", [3]),
  ])
  func `a selection gives its photos in the order written`(text: String, expected: [Int]) throws {
    #expect(try numbers(text) == expected)
  }

  @Test(arguments: [
    ("1,12", "column 3: 12 is beyond the last photo, 9"),
    ("3-10", "column 3: 10 is beyond the last photo, 9"),
    ("!10", "column 2: 10 is beyond the last photo, 9"),
    ("2.4", "column 1: 2.4 is beyond the last photo of group 2, 2.3"),
    ("2.1-4.1", "column 5: group 4 is beyond the last group, 3"),
    (
      "1, @nikon",
      "column 4: no group's key begins with \"nikon\", there are \"2014-05\", \"2014-04\", \"Canon EOS, \"old\"\""
    ),
    ("999999999999999999", "column 1: 999999999999999999 is beyond the last photo, 9"),
  ])
  func `what the view does not show is an error that says what is there`(text: String, message: String) throws
  {
    let selection = try SelectionExpression(text)
    let error = #expect(throws: SelectionError.self) { try selection.resolve(in: view) }
    #expect(error?.description == message)
  }

  @Test func `an empty view has no numbers but may be selected whole`() throws {
    let empty = SelectableView(count: 0)
    #expect(try SelectionExpression("all,none,!all").resolve(in: empty) == [])
    for text in ["1", "1-", "-1"] {
      let selection = try SelectionExpression(text)
      let error = #expect(throws: SelectionError.self) { try selection.resolve(in: empty) }
      #expect(error?.reason == .numberBeyondEnd(1, last: 0))
    }
  }

  @Test func `a key matches however its accents are composed`() throws {
    let view = SelectableView(
      count: 3,
      groups: [
        .init(key: "Cafe\u{301} 1", title: "", positions: 0..<1),
        .init(key: "Cafe", title: "", positions: 1..<2),
        .init(key: "Caf\u{E9} 2", title: "", positions: 2..<3),
      ])
    #expect(try SelectionExpression("@caf\u{E9}").resolve(in: view) == [0, 2])
  }

  @Test func `groups that overlap or reach beyond the view count each photo once`() throws {
    let view = SelectableView(
      count: 4,
      groups: [
        .init(key: "a1", title: "", positions: 0..<3), .init(key: "a2", title: "", positions: 1..<90),
        .init(key: "b", title: "", positions: 50..<60),
      ])
    #expect(try SelectionExpression("@a").resolve(in: view) == [0, 1, 2, 3])
    #expect(try SelectionExpression("@b").resolve(in: view) == [])
  }

  @Test(.timeLimit(.minutes(5)))
  func `a million photos and a megabyte of terms take no product of both`() throws {
    let view = SelectableView(count: 1_000_000)
    #expect(try SelectionExpression("all,!5").resolve(in: view).count == 999_999)
    let alternating = String(repeating: "all,!all,9-5,1000000-,", count: 45_000) + "all"
    #expect(try SelectionExpression(alternating).resolve(in: view).count == 1_000_000)
  }

  @Test func `many terms that each name many scattered groups are refused`() throws {
    let groups = (0..<2000).map { index in
      SelectableView.Group(key: index % 2 == 0 ? "a" : "b", title: "", positions: index..<index + 1)
    }
    let selection = try SelectionExpression(String(repeating: "@a,", count: 3000) + "1")
    let error = #expect(throws: SelectionError.self) {
      try selection.resolve(in: SelectableView(count: 2000, groups: groups))
    }
    #expect(error?.reason == .tooManyRuns(limit: 2_000_000))
  }
}
