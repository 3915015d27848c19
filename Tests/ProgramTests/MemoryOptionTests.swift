import TestSupport
import Testing

@Suite(.blocking) struct MemoryOptionTests {
  @Test(arguments: ["thumbnail", "browse", "info", "pick", "select", "export", "store put"])
  func `every command that makes pictures takes it`(command: String) throws {
    let photopick = try Photopick()
    let words = command.split(separator: " ").map(String.init)
    #expect(try photopick.runAll(words + ["--help"]).text.contains("--memory <size>"))
    let outcome = try photopick.runAll(words + ["1", "--memory", "1M"])
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("--memory <size>"))
  }

  @Test func `pictures are made with the least memory, however many at a time`() throws {
    let photopick = try Scene.photopick(count: 6)
    let outcome = try photopick.run(
      "thumbnail", "-j", "8", "--memory", "16M", "1.jpg", "2.jpg", "3.jpg", "4.jpg", "5.jpg", "6.jpg")
    #expect(outcome.status == 0)
    #expect(outcome.lines.count == 6)
    #expect(try photopick.run("thumbnail", "-j", "0", "1.jpg").status == 64)
  }
}
