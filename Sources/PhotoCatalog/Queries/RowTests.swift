import CLibSQLite
import PhotoFiles

/// Functions on values of a row that SQL can't express, for the statements of a query: `judge(number, …)` calls one of them.
///
///     var tests = RowTests()
///     let odd = tests.add("size") { ($0.number(at: 0) ?? 0) % 2 == 1 }
///     try tests.register(in: db)
///     let rows = try db.rows("SELECT name FROM photo WHERE \(odd)")
struct RowTests: Sendable {
  private var tests: [@Sendable (RowValues) -> Int64?] = []
  private var quantities: [Double] = []

  /// Returns an expression whose value is 1 if the test succeeds, otherwise 0.
  ///
  /// - Parameter columns: The arguments of the test, separated by commas.
  mutating func add(_ columns: String, _ test: @escaping @Sendable (RowValues) -> Bool) -> String {
    rank(columns) { test($0) ? 1 : 0 }
  }

  /// Returns an expression with the result of a function, which may be NULL.
  mutating func rank(_ columns: String, _ rank: @escaping @Sendable (RowValues) -> Int64?) -> String {
    tests.append(rank)
    return "judge(\(tests.count - 1), \(columns))"
  }

  /// Returns an expression for a number. SQLite may round the text of a fraction.
  mutating func quantity(_ number: Double) -> String {
    if let integer = Int64(exactly: number), integer.magnitude < 1 << 53 { return "\(integer)" }
    quantities.append(number)
    return "quantity(\(quantities.count - 1))"
  }

  /// Returns an expression for a column with one of some numbers.
  mutating func membership(_ column: String, of numbers: [Int64]) -> String {
    if numbers.isEmpty { return "0" }
    if numbers.count <= Self.literalCount {
      return "\(column) IN (\(numbers.map(String.init).joined(separator: ",")))"
    }
    let set = NumberSet(numbers)
    return add(column) { $0.number(at: 0).map(set.contains) ?? false }
  }

  /// The maximum number of values that a statement contains, so that SQLite finds them by an index.
  private static let literalCount = 256

  private final class Box: Sendable {
    let tests: RowTests
    init(_ tests: RowTests) { self.tests = tests }
  }

  /// Defines the functions on a connection, and replaces the functions of an earlier query. No statement may be running.
  func register(in db: Connection) throws {
    for (name, function) in [("judge", Self.judge), ("quantity", Self.quantity)] {
      let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
      try db.check(
        sqlite3_create_function_v2(
          db.handle, name, -1, flags, Unmanaged.passRetained(Box(self)).toOpaque(), function, nil, nil
        ) { box in
          if let box { Unmanaged<Box>.fromOpaque(box).release() }
        })
    }
  }

  private typealias Function =
    @convention(c) (OpaquePointer?, CInt, UnsafeMutablePointer<OpaquePointer?>?) -> Void

  private static let judge: Function = { context, count, values in
    guard let values, count > 0, let box = sqlite3_user_data(context) else { return }
    let tests = Unmanaged<Box>.fromOpaque(box)._withUnsafeGuaranteedRef(\.tests.tests)
    let number = Int(sqlite3_value_int64(values[0]))
    guard tests.indices.contains(number) else { return }
    let result = tests[number](RowValues(values: values + 1, count: Int(count) - 1))
    if let result { sqlite3_result_int64(context, result) }
  }

  private static let quantity: Function = { context, count, values in
    guard let values, count == 1, let box = sqlite3_user_data(context) else { return }
    let quantities = Unmanaged<Box>.fromOpaque(box)._withUnsafeGuaranteedRef(\.tests.quantities)
    let number = Int(sqlite3_value_int64(values[0]))
    if quantities.indices.contains(number) { sqlite3_result_double(context, quantities[number]) }
  }
}

/// The arguments of a function that SQL calls, valid during the call.
struct RowValues {
  fileprivate let values: UnsafeMutablePointer<OpaquePointer?>
  fileprivate let count: Int

  /// Returns the integer in an argument, or `nil` for any other value.
  func number(at index: Int) -> Int64? {
    guard index < count, sqlite3_value_type(values[index]) == SQLITE_INTEGER else { return nil }
    return sqlite3_value_int64(values[index])
  }

  /// Returns the integer or real in an argument, or `nil` for any other value.
  func quantity(at index: Int) -> Double? {
    guard index < count, [SQLITE_INTEGER, SQLITE_FLOAT].contains(sqlite3_value_type(values[index])) else {
      return nil
    }
    return sqlite3_value_double(values[index])
  }

  /// Returns the bytes of a string or blob in an argument, or an empty buffer for NULL.
  func bytes(at index: Int) -> UnsafeBufferPointer<UInt8> {
    guard index < count, let start = sqlite3_value_blob(values[index]) else {
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    let bytes = Int(sqlite3_value_bytes(values[index]))
    return UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: bytes)
  }
}

/// A set of numbers of rows, which are usually small.
struct NumberSet: Sendable {
  private var bits: [UInt64] = []
  private var others: Set<Int64> = []

  /// The limit of numbers in `bits`, which take 8 MB.
  private static let bitCount: Int64 = 1 << 26

  init(_ numbers: [Int64]) {
    let largest = numbers.lazy.filter { $0 < Self.bitCount }.max() ?? 0
    bits = Array(repeating: 0, count: Int(max(0, largest) >> 6) + 1)
    for number in numbers {
      if (0..<Self.bitCount).contains(number) {
        bits[Int(number >> 6)] |= 1 << UInt64(number & 63)
      } else {
        others.insert(number)
      }
    }
  }

  func contains(_ number: Int64) -> Bool {
    guard number >= 0, number >> 6 < bits.count else { return others.contains(number) }
    return bits[Int(number >> 6)] >> UInt64(number & 63) & 1 == 1
  }
}
