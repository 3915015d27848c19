import GRDB

extension Catalog {
  /// The maximum number of concurrent calls of `read(_:)`.
  var readerCount: Int { pools.map(\.configuration.maximumReaderCount).min() ?? 1 }

  /// Reads from all databases, each in a consistent state.
  func read<Value: Sendable>(_ body: @escaping @Sendable ([Database]) throws -> Value) async throws -> Value {
    let pools = pools
    return try await pools[0].read { try Self.read(pools.dropFirst(), [$0], body) }
  }

  private static func read<Value>(
    _ pools: ArraySlice<DatabasePool>, _ dbs: [Database], _ body: ([Database]) throws -> Value
  ) throws -> Value {
    guard let pool = pools.first else { return try body(dbs) }
    return try pool.read { try read(pools.dropFirst(), dbs + [$0], body) }
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
