import SystemPackage
import Testing

@testable import PhotoDownloads
@testable import PhotoRemote

struct DownloadNameTests {
  @Test(arguments: [
    ("attachment; filename=\"beach.jpg\"", "beach.jpg"),
    ("attachment; filename=beach.jpg", "beach.jpg"),
    ("inline;FILENAME = \"a \\\"b\\\".jpg\" ; x=y", "a \"b\".jpg"),
    ("attachment; filename=\"plain.jpg\"; filename*=UTF-8''%E6%B5%B7.jpg", "海.jpg"),
    ("attachment; filename*=iso-8859-1'en'%A3.jpg; filename=plain.jpg", "£.jpg"),
    ("attachment; filename*=UTF-8''%FF.jpg; filename=plain.jpg", "plain.jpg"),
    ("attachment; filename=a b.jpg", "a b.jpg"),
  ])
  func theNameInAContentDisposition(header: String, name: String) {
    #expect(ContentDisposition.fileName(in: Array(header.utf8)) == name)
  }

  @Test(arguments: [
    "attachment", "attachment; filename", "attachment; filename=\"open", "", ";;;=", "; name=x",
  ])
  func aContentDispositionWithoutName(header: String) {
    #expect(ContentDisposition.fileName(in: Array(header.utf8)) == nil)
  }

  @Test(arguments: [
    ("beach.jpg", "beach.jpg"), ("../../etc/passwd", "passwd"), ("a\\b\\c.jpg", "c.jpg"),
    (".bashrc", "bashrc"), ("...", "download"), ("", "download"), ("/", "download"),
    ("a\u{0}b\n\u{1B}[2J.jpg", "ab[2J.jpg"), ("photo\u{202E}gpj.exe", "photogpj.exe"), ("-rf", "_rf"),
    ("\u{61C}-a\u{200E}\u{2069}\u{AD}.jpg", "_a.jpg"), ("--\u{9B}x", "_-x"),
    ("a:b*c?.jpg", "a_b_c_.jpg"), ("con.jpg", "_con.jpg"), ("LPT1", "_LPT1"), ("a.jpg. ", "a.jpg"),
  ])
  func aProposalIsMadeSafe(proposal: String, name: String) {
    #expect(DownloadFileName.safe(proposal) == name)
  }

  @Test func aLongNameKeepsItsExtension() throws {
    let name = DownloadFileName.safe(String(repeating: "海", count: 200) + ".jpeg")
    #expect(name.utf8.count <= 240 && name.hasSuffix("海.jpeg"))
    let accents = DownloadFileName.safe("e" + String(repeating: "\u{301}", count: 5000))
    #expect(accents.utf8.count <= 240)
    #expect(DownloadFileName.numbered(name, 99_999).utf8.count <= 255)
  }

  @Test func numbersStandBeforeTheExtension() {
    #expect(DownloadFileName.numbered("a.b.jpg", 1) == "a.b.jpg")
    #expect(DownloadFileName.numbered("a.b.jpg", 2) == "a.b-2.jpg")
    #expect(DownloadFileName.numbered("a", 3) == "a-3")
    #expect(DownloadFileName.named("photo", pathExtension: "jpg") == "photo.jpg")
    #expect(DownloadFileName.named("photo.png", pathExtension: "jpg") == "photo.png")
  }

  @Test(arguments: [
    "file:///etc/passwd", "ftp://a/b", "a.jpg", "", "http://", "http://a\u{0}b/", "http://a/b\nc",
  ])
  func whatIsNoWebAddress(text: String) {
    #expect(throws: DownloadError.invalidURL(text)) { try RemoteURL(text) }
  }

  @Test func recordsOfEarlierVersionsAreRead() throws {
    let record = #"{"version":1,"url":"http://x/","acceptsAnyData":false,"folder":"/a b%20\u00e9"}"#
    #expect(DownloadRecord(Array(record.utf8))?.destination == .folder("/a b%20é"))
  }

  @Test func anAddressIsNormalisedAndShownWithoutPassword() throws {
    #expect(try RemoteURL("HTTP://Example.org/a/../b.jpg#x") == RemoteURL("http://Example.org/b.jpg"))
    let url = try RemoteURL("https://ann:secret@example.org/a")
    #expect(url.description == "https://example.org/a")
    #expect(url.text.contains("secret"))
  }

  @Test(arguments: [
    "bytes */x", "bytes 5-4/10", "bytes -5/10", "items 0-4/10", "bytes 0-4", "",
    "bytes 0-99999999999999999999/1",
  ])
  func aContentRangeThatCannotBe(text: String) {
    #expect(ContentRange(text)?.first == nil && ContentRange(text)?.total == nil)
  }

  @Test func contentRanges() {
    #expect(ContentRange("bytes 5-9/10")?.first == 5)
    #expect(ContentRange("bytes 5-9/10")?.total == 10)
    #expect(ContentRange("Bytes 5-9/*")?.total == nil)
    #expect(ContentRange("bytes */10")?.total == 10)
  }
}
