extension Array {
  /// Repeated elements. Joining a sequence of arrays takes a hundred times as long in a build
  /// if optimization is disabled.
  public init(repeating piece: [Element], times: Int) {
    self = []
    reserveCapacity(piece.count * times)
    for _ in 0..<times { append(contentsOf: piece) }
  }
}
