import Synchronization

/// A switch that is set once, from any thread.
package final class SharedFlag: Sendable {
  private let value = Atomic(false)

  /// A switch that is not set.
  package init() {}

  /// True once it was set.
  package var isSet: Bool { value.load(ordering: .acquiring) }

  /// Sets it.
  package func set() { value.store(true, ordering: .releasing) }
}
