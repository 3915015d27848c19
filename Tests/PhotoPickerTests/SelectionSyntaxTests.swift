import Testing

@testable import PhotoPicker

struct SelectionSyntaxTests {
  @Test(arguments: [
    ("all", nil), ("none,@2014,!all", nil), ("7-", "7"), ("-3", "3"), ("all,!5", "5"), ("@a,2.1-9", "2.1"),
  ])
  func `numbers are told apart from names`(text: String, number: String?) throws {
    #expect(try SelectionExpression(text).firstNumber == number)
  }

  @Test(arguments: [
    ("1-4,x", "column 5: expected a number, all, none or @key, found \"x\""),
    ("", "column 1: expected a number, all, none or @key, found the end"),
    ("1,", "column 3: expected a number, all, none or @key, found the end"),
    ("1,,2", "column 3: expected a number, all, none or @key, found \",\""),
    ("1 2", "column 3: expected \",\", found \"2\""),
    ("1-4-5", "column 4: expected \",\", found \"-5\""),
    ("0", "column 1: expected a number from 1 on, found \"0\""),
    ("000-3", "column 1: expected a number from 1 on, found \"000-3\""),
    ("-", "column 2: expected a number, found the end"),
    ("3-x", "column 3: expected a number, found \"x\""),
    ("2.", "column 3: expected the number of a row, found the end"),
    ("2.0", "column 3: expected a number from 1 on, found \"0\""),
    ("!!5", "column 2: expected a number, all, none or @key, found \"!5\""),
    ("1,@", "column 4: expected the key of a group, found the end"),
    ("@\"\"", "column 2: expected the key of a group, found \"\"\"\""),
    ("@\"a", "column 4: expected a closing \", found the end"),
    ("allx", "column 1: expected a number, all, none or @key, found \"allx\""),
    ("\u{1F468}\u{200D}\u{1F469}, 5", "column 1: expected a number, all, none or @key, found \"👨‍👩\""),
    ("@é,\u{1B}[2J", "column 4: expected a number, all, none or @key, found \"\\e[2J\""),
    (
      "1,9999999999999999999",
      "column 3: expected a number of at most 18 digits, found \"9999999999999999999\""
    ),
  ])
  func `a mistake names its column, what was expected and what stands there`(text: String, message: String) {
    let error = #expect(throws: SelectionSyntaxError.self) { try SelectionExpression(text) }
    #expect(error?.description == message)
  }

  @Test func `what stands there is cut to twenty characters`() {
    let text = String(repeating: "9", count: 1_000_000)
    let error = #expect(throws: SelectionSyntaxError.self) { try SelectionExpression(text) }
    #expect(error?.found == String(repeating: "9", count: 20))
  }
}
