/// Values by the numbers of rows.
///
/// Tables number their rows from one on, so that a value is found in an array; hashing would cost more than all else
/// that is done for a row of an index. What a damaged catalog numbers otherwise costs no more memory.
struct RowMap<Value> {
  private var near: [Value?] = []
  private var far: [Int64: Value] = [:]

  /// A map of rows; of several with one number the last counts.
  init(_ rows: some Collection<(id: Int64, value: Value)>) {
    let room = Int64(rows.count) * 8 + 64
    near = Array(repeating: nil, count: Int(max(0, min(room, rows.lazy.map(\.id).max() ?? 0))) + 1)
    for (id, value) in rows {
      if near.indices.contains(Int(id)) { near[Int(id)] = value } else { far[id] = value }
    }
  }

  /// The value of a row; `nil` if it has none.
  @inline(__always)
  subscript(id: Int64) -> Value? {
    if near.indices.contains(Int(id)) { return near[Int(id)] }
    return far.isEmpty ? nil : far[id]
  }
}
