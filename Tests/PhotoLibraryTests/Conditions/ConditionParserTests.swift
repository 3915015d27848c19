import PhotoFormats
import Testing

@testable import PhotoLibrary

struct ConditionParserTests {
  /// The canonical form of a query.
  private func understood(_ query: String) throws -> String { try AssetCondition(at: query).query }

  @Test(arguments: [
    ("a b", "a b"), ("a and b", "a b"), ("a AND b or c", "(a b) or c"), ("a or b c", "a or (b c)"),
    ("(a or b) c", "(a or b) c"), ("not a b", "-a b"), ("-a or not b", "-a or -b"), ("-(a b)", "-(a b)"),
    ("not(a or b)", "-(a or b)"), ("  a  ", "a"), ("((a))", "a"), ("a (b (c d))", "a b c d"),
    ("a or (b or a)", "a or b"), ("-(-a)", "a"), ("a and -b", "a -b"), ("--iso:100", "iso:100"),
    ("not -iso:100", "iso:100"), ("-not a", "a"), ("not not not a", "-a"),
    ("canon !powershot", "canon -powershot"),
    ("!(a or b) !!c", "-(a or b) c"), ("-!-a", "-a"),
  ])
  func `or binds less than and, and not binds most`(query: String, meaning: String) throws {
    #expect(try understood(query) == meaning)
  }

  @Test(arguments: [
    (#""a b""#, #""a b""#), (#""a \"b\" c""#, #""a \"b\" c""#), (#""or""#, #""or""#), ("order", "order"),
    (#""a"b"#, "ab"), ("IMG_0012(1).JPG", "\"IMG_0012(1).JPG\""), (#"a\"b""#, #"a\b"#),
    ("10:30", #""10:30""#), ("a=b", #""a=b""#), ("x>=3", #""x>=3""#), (#""rating>=3""#, #""rating>=3""#),
    ("rating>=", #""rating>=""#),
    (#""-a""#, #""-a""#), ("a-b", "a-b"), ("é", "é"), (#""!a""#, #""!a""#), ("a!", "a!"),
    (#""||""#, #""||""#),
    ("Salt & Pepper", "Salt & Pepper"), (#"">800""#, #"">800""#),
  ])
  func `words are plain or quoted`(query: String, meaning: String) throws {
    #expect(try understood(query) == meaning)
  }

  @Test(arguments: [
    ("canon,nikon", "canon or nikon"), (#""New York",Kyoto -a"#, #"("New York" or Kyoto) -a"#),
    ("-canon,nikon", "-(canon or nikon)"), ("a,IMG_*", "a or name:IMG_*"), (#""a,b""#, #""a,b""#),
    ("(a,b)", "a or b"), ("a,2018", #"a or "2018" or date:2018"#),
  ])
  func `words have commas between them, like values`(query: String, meaning: String) throws {
    #expect(try understood(query) == meaning)
  }

  @Test(arguments: [
    ("IMG_40*", "name:IMG_40*"), ("IMG_40??.jpg", "name:IMG_40??.jpg"), (#""IMG_40*""#, #""IMG_40*""#),
    (#""why?""#, #""why?""#), (#"-*"a b"*"#, #"-name:*"a b"*"#), ("kyoto IMG_*", "kyoto name:IMG_*"),
  ])
  func `a word with wildcards is a pattern of names`(query: String, meaning: String) throws {
    #expect(try understood(query) == meaning)
  }

  @Test(arguments: [
    ("2018", #""2018" or date:2018"#), ("kyoto 2018", #"kyoto ("2018" or date:2018)"#),
    ("2018-05", #""2018-05" or date:2018-05"#), ("-2018-05-25", #"-("2018-05-25" or date:2018-05-25)"#),
    ("2018..2019-03", #""2018..2019-03" or date:2018..2019-03"#), ("2018..", #""2018.." or date:2018.."#),
    (#""2018""#, #""2018""#), ("4023", "4023"), ("2018-13", "2018-13"), ("201805", "201805"),
    ("2018...2019", "2018...2019"), ("7d", "7d"), ("20", "20"), ("..", ".."),
  ])
  func `a bare date is looked for in dates too`(query: String, meaning: String) throws {
    #expect(try understood(query) == meaning)
  }

  @Test(arguments: [
    ("camera:canon", "camera:canon"), ("ISO:>=1600", "iso:>=1600"), (#"lens:~"^RF""#, #"lens:~"^RF""#),
    ("keyword:a,b", "keywords:a,b"), ("person:none", "people:none"), ("size:>5MB", "fileSize:>5MB"),
    ("date:2014-05..2015", "date:2014-05..2015"), ("is:raw,mov", "is:raw or is:mov"),
    ("near:48.8582,2.2945,5km", "near:48.8582,2.2945,5000m"),
    ("near:48.8582,2.2945", "near:48.8582,2.2945,10000m"), ("album:a/b", "dir:a/b"),
    ("album:x,a/b", "album:x or dir:a/b"), ("keyword:a/b", "keywords:a/b or keywordTree:a/b"),
    ("lens:~^(RF|EF)", "lens:~^(RF|EF)"), ("title:=x", "title:=x"), ("iso:<100", "iso:<100"),
    ("stars:>=3", "rating:>=3"), ("shutter:<1/250", "exposureTime:<1/250"),
    ("exposure:any", "exposureTime:any"),
    ("year:2014", "date:2014"), ("month:2014-05", "date:2014-05"), ("filename:x", "name:x"),
  ])
  func `a test names a field, by its key or another name`(query: String, meaning: String) throws {
    #expect(try understood(query) == meaning)
  }

  @Test(arguments: [
    ("", 1, "empty"), ("  ", 1, "empty"), ("a or", 5, "expected"), ("or a", 1, "expected"),
    ("a and", 6, "expected"), ("not", 4, "after not"), ("-", 1, "directly precede"),
    ("a -", 3, "directly precede"),
    ("(a", 3, "column 1"), ("a (b (c)", 9, "column 3"), ("a)", 2, "closes nothing"), ("()", 2, "expected"),
    (#"a "b"#, 3, "quotes"), (#""""#, 1, "empty"), ("é camra:x", 3, "did you mean camera?"),
    ("a xyzzy:1", 3, "there are"), ("iso:", 5, "value"), ("iso: 100", 5, "value"), ("iso:1,,2", 7, "value"),
    ("iso:1,", 7, "value"), ("iso:many", 5, "a number"), ("iso:1..x", 8, "a number"),
    ("iso:9..1", 5, "reversed"),
    ("iso:..", 5, "before or after"), ("iso:~1", 6, "no text"), ("aperture:f/x", 10, "f/2.8"),
    ("exposureTime:1/0", 14, "1/250"), ("focalLength:85kg", 13, "85mm"), ("size:>big", 7, "5MB"),
    ("date:2014-13", 6, "2014-05-25"), ("date:2015..2014", 6, "reversed"), ("date:>soon", 7, "today"),
    ("flash:maybe", 7, "yes, no"), ("flash:>yes", 8, "yes or no"),
    ("is:portait", 4, "did you mean portrait?"),
    ("is:beautiful", 4, "there are photo"), ("is:raw,rwa", 8, "raw"), ("is:>raw", 1, "takes :"),
    ("near:1", 6, "latitude and longitude"), ("near:1,2,3,4", 12, "radius"),
    ("near:91,2,3", 6, "-90"),
    ("near:1,181,3", 8, "-180"), ("near:1,2,-3", 10, "0 or more"), ("near:90,181,3", 9, "-180"),
    ("near:-90,180,-3", 14, "0 or more"),
    ("near:1,2,far", 10, "5km"),
    (#"lens:~"a(b""#, 11, "parenthesis"), ("lens:~a(b", 8, "not closed"),
    ("lens:~[", 8, "regular expression"),
    (#"lens:"""#, 6, "lens:none"), ("rating>=3", 1, "write rating:>=3"),
    ("a keyword=Foo", 3, "write keyword:=Foo"), ("-stars<=2", 2, "write stars:<=2"),
    ("iso > 800", 1, "no blanks; write iso:>800"), ("a iso >800", 3, "write iso:>800"),
    ("(rating> 3)", 2, "write rating:>3"), ("iso :> 800", 1, "write iso:>800"),
    ("iso : 800", 1, "write iso:800"),
    ("stars != 3", 1, "write -stars:=3"), (#"title = "a b""#, 1, #"write title:="a b""#),
    ("is : raw", 1, "write is:raw"), ("camra > 800", 7, "as in iso:>800"),
    ("a ~b", 3, "begins with ~ into quotes"),
    ("canon || nikon", 7, "write or"), ("canon | nikon", 7, "write or"), ("a && b", 3, "write and"),
    ("! a", 1, "a ! must directly precede"), ("canon, nikon", 7, "directly after the comma"),
    (",a", 1, "before the comma"), ("a,,b", 3, "directly after the comma"), ("a,-b", 3, "write or"),
    ("canon,camera:nikon", 7, "write or"), ("a,>b*", 3, "into quotes"), (#"a,"""#, 3, "empty"),
    ("2019..2018", 1, "reversed"), ("near:45.44,12.31,5", 18, "a unit; write 5km or 5m"),
    ("near:45.44,12.31,5 km", 18, "a unit; write 5km or 5m"),
    ("iso!=100", 1, "write -iso:=100"), (#"lens=~"RF 24""#, 1, #"write lens:~"RF 24""#),
    ("is=raw", 1, "write is:raw"), ("(size>5MB)", 2, "write size:>5MB"), ("gps:any", 1, "is:located"),
  ])
  func `an error reports its column`(query: String, column: Int, words: String) throws {
    let error = try #require(throws: ConditionError.self) { _ = try AssetCondition(at: query) }
    #expect(error.column == column, "\(error)")
    #expect(error.message.contains(words), "\(error)")
    #expect(error.description == "column \(column): \(error.message)")
  }

  @Test(arguments: ["near:rome", "near:Kyoto,20km", "near:\"New York\""])
  func `a place by its name needs the place data`(query: String) throws {
    let error = try #require(throws: ConditionError.self) { _ = try AssetCondition(at: query) }
    #expect(error.column == 6)
    #expect(error.description.contains("the place data (share/photopick/places.dat) is not installed"))
    #expect(!error.description.contains("column"))
  }

  @Test func `brackets are as deep and a query as long as a person could need`() throws {
    let deep = ConditionParser.deepest
    #expect(
      try understood(String(repeating: "(", count: deep) + "a" + String(repeating: ")", count: deep)) == "a")
    let deeper = String(repeating: "(", count: deep + 1) + "a" + String(repeating: ")", count: deep + 1)
    let error = #expect(throws: ConditionError.self) { _ = try AssetCondition(deeper) }
    #expect(error?.column == deep + 1)
    let longest = String(repeating: "a", count: ConditionParser.longest)
    #expect(try understood(longest) == longest)
    #expect(throws: ConditionError.self) { _ = try AssetCondition(longest + "a") }
  }

  @Test func `every field and kind has a name in queries`() throws {
    for field in AssetField.asked {
      #expect(try understood("\(field.name):none") == "\(field.name):none")
      #expect(try understood("\(field.name.uppercased()):any") == "\(field.name):any")
    }
    for trait in AssetTrait.allCases {
      #expect(try understood("is:\(trait.rawValue)") == "is:\(trait.rawValue)")
    }
    let names = AssetField.asked.map { $0.name.lowercased() } + AssetField.aliases.map(\.name)
    #expect(Set(names).count == names.count)
  }
}
