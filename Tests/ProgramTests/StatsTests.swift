import TestSupport
import Testing

@Suite(.blocking) struct StatsTests {
  @Test func `the program counts what browse shows, with the catalog and without`() throws {
    let photopick = try Journey.photopick()
    let outcome = try photopick.run("stats", "--by", "hour", "--filter", "!damaged", "--jsonl")
    #expect(outcome.lines.count == 4 && outcome.errors == "")
    #expect(
      outcome.lines.first?.hasPrefix(
        #"{"group":"00","title":"00:00","kind":"value","count":1,"fileSize":"#) == true)
    #expect(outcome.lines.first?.hasSuffix(#""share":0.2}"#) == true)
    let csv = try photopick.run("stats", "--by", "make,year", "--csv", "--no-refresh").text
    #expect(csv == (try photopick.run("stats", "--by", "make,year", "--csv", "--no-catalog").text))
    #expect(
      csv.hasPrefix(
        "group,title,kind,column,columnTitle,columnKind,count,fileSize,share\r\nCanon,Canon,value,2012,2012,value,1,"
      ))
    let shown = try photopick.run("stats", "--by", "make", "--no-refresh", to: .terminal(columns: 40))
    #expect(shown.text.contains("\u{1B}[36m█") && shown.lines.last?.contains("6 photos") == true)
    // The default grouping is by year.
    #expect(try photopick.run("stats", "--csv").text == photopick.run("stats", "--by", "year", "--csv").text)
    let none = try photopick.run("stats", "--by", "day", "--filter", "gif", "--no-refresh")
    #expect(none.text == "" && none.errors == "photopick: no photos found\n" && none.status == 0)
  }
}
