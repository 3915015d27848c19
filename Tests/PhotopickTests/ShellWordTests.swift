import Testing

@testable import photopick

/// Words in a shell's syntax.
struct ShellWordTests {
  @Test(arguments: [
    ("plain", "plain"), ("a\\ b", "a b"), ("'a b", "a b"), ("'a\\b'", "a\\b"), ("\"a\\\"b\\c\"", "a\"b\\c"),
    ("a\\", "a"), ("'it'\\''s'", "it's"), ("camera:\\\"Canon\\ EOS", "camera:\"Canon EOS"), ("", ""),
  ])
  func `quotes and backslashes go`(_ word: String, _ text: String) {
    #expect(ShellWord.text(of: word) == text)
  }

  @Test func `a line knows the word, what stands before it and the options there`() {
    let line = CompletedLine(["photopick", "store", "get", "--root", "'my box'", "--cache", "bea"], 6, "bea")
    #expect(line.text == "bea")
    #expect(line.value(of: "--root") == "my box")
    #expect(line.value(of: "--name") == nil)
    #expect(line.has("--cache"))
  }

  @Test func `a word in the middle of a line is taken whole`() {
    let line = CompletedLine(["photopick", "browse", "--album", "Tr", "--hidden"], 3, "--")
    #expect(line.text == "Tr")
    #expect(!line.has("--hidden"))
  }
}
