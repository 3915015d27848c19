extension Catalog {
  /// The maximum number of concurrent calls of `read(_:)`.
  var readerCount: Int { pools.map(\.readerCount).min() ?? 1 }

  /// Reads from all databases, each in a consistent state.
  func read<Value: Sendable>(_ body: @escaping @Sendable ([Connection]) throws -> Value) async throws -> Value
  {
    let pools = pools
    return try await ConnectionPool.onThread { try Self.read(pools[...], [], body) }
  }

  private static func read<Value>(
    _ pools: ArraySlice<ConnectionPool>, _ dbs: [Connection], _ body: ([Connection]) throws -> Value
  ) throws -> Value {
    guard let pool = pools.first else { return try body(dbs) }
    return try pool.read { try read(pools.dropFirst(), dbs + [$0], body) }
  }

  /// A number that each change of the photos increments, by this or another process.
  public var revision: Int64? {
    get async throws {
      do {
        return try await read { try CatalogSchema.revision($0[0]) }
      } catch let error as SQLiteError {
        throw unreadable(error)
      }
    }
  }

  /// The error for a failed query.
  func unreadable(_ error: any Error) -> CatalogUnavailable {
    let name = location.file.string
    let reason = CatalogDatabase.reason(error)
    guard isReadOnly else {
      return CatalogUnavailable("the catalog \(name) cannot be read: \(reason)", .reading)
    }
    let others = pools.count > 1 ? " or one of \(pools.count - 1) others" : ""
    return CatalogUnavailable("the catalog \(name)\(others) cannot be read: \(reason)")
  }
}
