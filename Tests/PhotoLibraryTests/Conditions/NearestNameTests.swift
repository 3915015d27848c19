import Testing

@testable import PhotoLibrary

struct NearestNameTests {
  @Test(arguments: [
    ("a", "a", true), ("a", "ab", false), ("ab", "abc", true), ("ab", "abcd", false),
    ("abcd", "abcdef", true),
    ("abcd", "bcdefga", false), ("abcdef", "abcdefghi", true), ("abcdef", "bcdefghija", false),
    ("abcdefghij", "abcdefg", true), ("abcdefghij", "abcdef", false), ("ABC", "abd", false),
    ("ABCD", "Abcd", true),
  ])
  func `half as many edits as letters are allowed, three at most`(word: String, name: String, isNear: Bool) {
    #expect(NearestName.of(word, in: [name]) == (isNear ? name : nil))
  }

  @Test func `of the nearest names the first is meant`() {
    #expect(NearestName.of("camra", in: ["camel", "camera", "camira"]) == "camera")
    #expect(NearestName.of("camra", in: ["camira", "camera"]) == "camira")
    #expect(NearestName.of("camra", in: [String]()) == nil)
  }

  @Test(arguments: [
    ("focal", "focalLength"), ("FOCAL", "focalLength"), ("length", "focalLength"), ("folder", "dir"),
    ("fo", nil),
    ("35m", "focalLength35mm"), ("focalLengths", "focalLength"),
  ])
  func `a part of a name means the shortest one, and some words mean another name`(
    word: String, name: String?
  ) {
    #expect(NearestName.of(word, in: ["focalLength35mm", "focalLength", "dir"]) == name)
    #expect(NearestName.of("folder", in: ["album"]) == nil)
  }

  @Test func `no name is suggested for more than 60 characters`() {
    let word = String(repeating: "a", count: 60)
    #expect(NearestName.of(word, in: [word]) == word)
    #expect(NearestName.of(word + "a", in: [word + "a"]) == nil)
  }
}
