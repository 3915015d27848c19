import Testing

@testable import PhotoFormats

@Suite("PNG creation times")
struct PNGDateTests {
  @Test(
    "The forms of RFC 1123, Exif and ISO 8601 are read",
    arguments: [
      ("Sun, 25 May 2014 10:00:00 +0900", "2014-05-25T10:00:00+09:00"),
      ("Sun, 25 May 2014 10:00:00 +09:00", "2014-05-25T10:00:00+09:00"),
      ("25 May 2014 10:00:00 GMT", "2014-05-25T10:00:00Z"),
      ("25 may 2014 10:00 EST", "2014-05-25T10:00:00-05:00"),
      ("5 Dec 14 9:05:06 V", "2014-12-05T09:05:06+09:00"),
      ("5Dec1999 09:05:06", "1999-12-05T09:05:06"),
      ("5 Dec 99 09:05:06", "1999-12-05T09:05:06"),
      ("Created on 5 Dec 2014 09:05:06 -0330 by hand", "2014-12-05T09:05:06-03:30"),
      ("2014:05:25 10:00:00", "2014-05-25T10:00:00"),
      ("2014-05-25T10:00:00.25+02:00", "2014-05-25T10:00:00.25+02:00"),
      ("2014-05-25 10:00:00\n", "2014-05-25T10:00:00"),
    ])
  func forms(text: String, date: String) {
    #expect(PNGDate.creationTime(Bytes(Array(text.utf8))) == DateText(date))
  }

  @Test(
    "What is no date is none",
    arguments: [
      "", "May", "May 2014 10:00:00", "25 May", "25 May 2014", "25 May 2014 10", "32 May 2014 10:00:00",
      "25 May 2014 25:00:00", "25 May 2014 10:00:00 nowhere", "0 Jan 0 0:00", "99999 Mai 99999 99:99",
    ])
  func none(text: String) {
    #expect(PNGDate.creationTime(Bytes(Array(text.utf8))) == nil)
  }
}
