import Testing

@testable import PhotoLibrary

struct ExplanationTests {
  @Test(arguments: [
    ("iso:1600", "iso is 1600"), ("iso:>1600", "iso is more than 1600"),
    ("iso:<=1600", "iso is 1600 or less"),
    ("iso:100..800", "iso is from 100 to 800"), ("size:>5MB", "fileSize is more than 5000000 bytes"),
    (
      "aperture:2.8",
      "aperture is from 2.75 (f-number) to 2.85 (f-number), exclusive"
    ),
    ("camera:canon,\"a b\"", "camera contains \"canon\", or contains \"a b\""),
    ("title:=x", "title is \"x\""),
    ("name:a*b", "name is \"a*b\", where * matches anything"),
    ("a?b", "name is \"a?b\", where ? matches one character"),
    ("a*?", "name is \"a*?\", where * matches anything and ? matches one character"),
    ("keywordTree:A", "keywordTree is \"A\" or a descendant"),
    ("lens:~^RF", "lens matches the regular expression ^RF"), ("people:none", "people has no value"),
    ("date:2014", "date is from 2014-01-01T00:00:00 to 2014-12-31T23:59:59"), ("flash:no", "flash is no"),
    ("date:>2014", "date is 2015-01-01T00:00:00 or more"),
    ("near:1,2,3km", "taken within 3000 m of 1, 2"),
    ("name:a..b", "name is from a to b"), ("is:raw", "is raw"),
  ])
  func `a test has an explanation`(query: String, words: String) throws {
    #expect(try AssetCondition(at: query).explanation == [words])
  }

  @Test func `nested conditions are indented`() throws {
    #expect(
      try AssetCondition(at: "(iso:1 or -iso:2) is:raw").explanation == [
        "all of these:", "  at least one of these:", "    iso is 1", "    not this:", "      iso is 2",
        "  is raw",
      ])
  }
}
