import PhotoLibrary
import Testing

@Suite(.timeLimit(.minutes(5))) struct StaticDataSourceTests {
  private func groups(_ snapshot: TestSnapshot) -> [TestGroup] {
    zip(snapshot.sections, snapshot.itemsBySection).map { ($0, $1) }
  }

  @Test func answersFromItsArrays() {
    let source = StaticDataSource(groups(list([(1, [10]), (2, [20, 21])])))
    #expect(source.snapshot.numberOfSections == 2)
    #expect(source.snapshot.numberOfItems(inSection: 1) == 2)
    #expect(source.snapshot.item(at: place(1, 1))?.id == 21)
    #expect(source.snapshot.indexPaths(of: 20) == [place(1, 0)])
    #expect(source.snapshot.section(at: 0)?.id == 1)
  }

  @Test func numbersSectionsThatHaveNoItemOfTheirOwn() {
    let source = StaticDataSource(itemsBySection: [[TestItem(id: 1)], [TestItem(id: 2), TestItem(id: 3)]])
    #expect(source.snapshot.sections == [NumberedSection(id: 0), NumberedSection(id: 1)])
    source.update(itemsBySection: [[TestItem(id: 3)]])
    #expect(source.snapshot.items == [TestItem(id: 3)])
  }

  @Test func tellsThePresentStateFirstAndThenBatches() async throws {
    let states = [list([(1, [10])]), list([(1, [10, 11])]), list([(1, [11])])]
    let source = StaticDataSource(groups(states[0]))
    var updates = source.updates().makeAsyncIterator()
    let first = try await updates.next()
    #expect(first?.change == .reload)
    #expect(first?.snapshot == states[0])
    for (old, new) in zip(states, states.dropFirst()) {
      source.update(groups(new))
      let update = try await updates.next()
      #expect(update?.change == .batch(TestUpdates(from: old, to: new)))
      #expect(update?.snapshot == new)
      #expect(source.snapshot == new)
    }
  }

  @Test func gathersWhatHappensWhileNobodyReads() async throws {
    let source = StaticDataSource(groups(list([(1, [])])))
    var updates = source.updates().makeAsyncIterator()
    _ = try await updates.next()
    for last in 1...100 {
      source.update(groups(list([(1, Array(1...last))])))
    }
    let update = try await updates.next()
    #expect(update?.change == .batch(TestUpdates(from: list([(1, [])]), to: list([(1, Array(1...100))]))))
  }

  @Test func reloadAllSendsNoBatches() async throws {
    let source = StaticDataSource(groups(list([(1, [10])])), reloadsAll: true)
    var updates = source.updates().makeAsyncIterator()
    _ = try await updates.next()
    source.update(groups(list([(1, [10])])))
    source.update(groups(list([(1, [11])])))
    #expect(try await updates.next()?.change == .reload)
    source.reloadsAll = false
    source.update(groups(list([(1, [])])))
    #expect(
      try await updates.next()?.change == .batch(TestUpdates(from: list([(1, [11])]), to: list([(1, [])]))))
  }

  @Test func reloadAndResetAreShownAnew() async throws {
    let source = StaticDataSource(groups(list([(1, [10])])))
    var updates = source.updates().makeAsyncIterator()
    _ = try await updates.next()
    source.reload(groups(list([(1, [10])])))
    #expect(try await updates.next()?.change == .reload)
    source.reset()
    let update = try await updates.next()
    #expect(update?.change == .reload)
    #expect(update?.snapshot == TestSnapshot())
  }

  @Test func eachReaderIsToldOnItsOwn() async throws {
    let source = StaticDataSource(groups(list([(1, [10])])))
    let sequence = source.updates()
    var early = sequence.makeAsyncIterator()
    _ = try await early.next()
    source.update(groups(list([(1, [11])])))
    var late = sequence.makeAsyncIterator()
    #expect(try await late.next()?.snapshot == list([(1, [11])]))
    #expect(try await early.next()?.snapshot == list([(1, [11])]))
  }

  @Test func aCancelledReaderEnds() async throws {
    let source = StaticDataSource(groups(list([(1, [10])])))
    let reading = Task {
      var count = 0
      for try await _ in source.updates() { count += 1 }
      return count
    }
    reading.cancel()
    #expect(try await reading.value <= 1)
  }
}
