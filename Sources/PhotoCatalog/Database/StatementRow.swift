import CLibSQLite
import PhotoFiles
import PhotoFormats
import SystemPackage

/// A value of a parameter or a column.
enum SQLiteValue: Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  /// Creates an integer, or NULL.
  init(_ number: (some BinaryInteger)?) { self = number.map { .integer(Int64($0)) } ?? .null }

  /// Creates the integer with the bits of a number.
  init(bits: UInt64) { self = .integer(Int64(bitPattern: bits)) }

  /// Creates a real, or NULL.
  init(_ number: Double?) { self = number.map { .real($0) } ?? .null }

  /// Creates the value of a path or file name: a string, or a blob if it isn't UTF-8.
  init(path: [UInt8]) { self = String(validating: path, as: UTF8.self).map { .text($0) } ?? .blob(path) }

  static func flag(_ flag: Bool) -> SQLiteValue { .integer(flag ? 1 : 0) }

  /// SQLite copies the bytes.
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  /// Binds the value to a parameter, counted from 1, and returns the result code.
  func bind(to statement: OpaquePointer, at index: CInt) -> CInt {
    switch self {
    case .null: return sqlite3_bind_null(statement, index)
    case .integer(let number): return sqlite3_bind_int64(statement, index, number)
    case .real(let number): return sqlite3_bind_double(statement, index, number)
    case .text(let text):
      return sqlite3_bind_text(statement, index, text, CInt(text.utf8.count), Self.copied)
    case .blob(let bytes):
      return bytes.withUnsafeBytes {
        $0.isEmpty
          ? sqlite3_bind_zeroblob(statement, index, 0)
          : sqlite3_bind_blob(statement, index, $0.baseAddress, CInt($0.count), Self.copied)
      }
    }
  }
}

/// The current row of a statement, valid until the statement advances or is released.
struct StatementRow {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) { self.handle = handle }

  /// The values of all columns.
  var values: [SQLiteValue] {
    (0..<Int(sqlite3_column_count(handle))).map { index in
      switch sqlite3_column_type(handle, CInt(index)) {
      case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, CInt(index)))
      case SQLITE_FLOAT: .real(sqlite3_column_double(handle, CInt(index)))
      case SQLITE_TEXT: .text(String(decoding: bytes(at: index), as: UTF8.self))
      case SQLITE_BLOB: .blob(Array(bytes(at: index)))
      default: .null
      }
    }
  }

  /// Returns the integer in a column, or `nil` for NULL.
  ///
  /// - Throws: `SQLiteError` if the value is invalid.
  func numberOrNull(at index: Int) throws(SQLiteError) -> Int64? {
    switch sqlite3_column_type(handle, CInt(index)) {
    case SQLITE_INTEGER: return sqlite3_column_int64(handle, CInt(index))
    case SQLITE_NULL: return nil
    default: throw .damage
    }
  }

  /// Returns the integer in a column.
  ///
  /// - Throws: `SQLiteError` if the value is invalid.
  func number(at index: Int) throws(SQLiteError) -> Int64 {
    guard let number = try numberOrNull(at: index) else { throw .damage }
    return number
  }

  /// Returns the number in a column.
  ///
  /// - Throws: `SQLiteError` if the value is neither an integer nor a real.
  func quantity(at index: Int) throws(SQLiteError) -> Double {
    switch sqlite3_column_type(handle, CInt(index)) {
    case SQLITE_INTEGER, SQLITE_FLOAT: return sqlite3_column_double(handle, CInt(index))
    default: throw .damage
    }
  }

  /// Whether a column is NULL.
  func isNull(at index: Int) -> Bool { sqlite3_column_type(handle, CInt(index)) == SQLITE_NULL }

  /// Returns the count in a column.
  ///
  /// - Throws: `SQLiteError` if the value is invalid.
  func count(at index: Int) throws(SQLiteError) -> Int {
    // No catalog contains more photos, and sums of counts can't overflow.
    guard let count = UInt32(exactly: try number(at: index)) else { throw .damage }
    return Int(count)
  }

  /// Returns the bytes of a string or blob in a column, or an empty buffer for NULL.
  func bytes(at index: Int) -> UnsafeRawBufferPointer {
    // `sqlite3_column_bytes` must follow (SQLite, "Result Values From A Query").
    guard let start = sqlite3_column_blob(handle, CInt(index)) else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, CInt(index))))
  }

  /// Returns the device in a column and the inode in the next column.
  ///
  /// - Throws: `SQLiteError` if the value is invalid.
  func identity(at index: Int) throws(SQLiteError) -> FileStatus.Identity {
    FileStatus.Identity(
      device: UInt64(bitPattern: try number(at: index)), inode: UInt64(bitPattern: try number(at: index + 1)))
  }

  /// Returns the bytes of a path, a file name or a short string in a column, or an empty buffer for NULL.
  ///
  /// - Throws: `SQLiteError` if there are more bytes than in any path.
  func shortBytes(at index: Int) throws(SQLiteError) -> UnsafeRawBufferPointer {
    let bytes = bytes(at: index)
    guard bytes.count <= FilePath.longestCount else { throw .damage }
    return bytes
  }

  /// Returns the path in a column, or `nil` for NULL.
  ///
  /// - Throws: `SQLiteError` if it is too long.
  func path(at index: Int) throws(SQLiteError) -> FilePath? {
    let bytes = try shortBytes(at: index)
    return bytes.isEmpty ? nil : FilePath(fileSystemBytes: bytes)
  }

  /// Returns the file name in a column.
  ///
  /// - Throws: `SQLiteError` if the value is invalid.
  func name(at index: Int) throws(SQLiteError) -> FileName {
    guard let name = FileName(bytes: Array(try shortBytes(at: index))) else { throw .damage }
    return name
  }

  /// Returns the short string in a column, empty for NULL.
  ///
  /// - Throws: `SQLiteError` if it is too long.
  func text(at index: Int) throws(SQLiteError) -> String {
    String(decoding: try shortBytes(at: index), as: UTF8.self)
  }
}
