import PhotoFormats
import PhotoLibrary
import TestSupport
import Testing

@testable import PhotoDuplicates

/// Groups that follow from earlier comparisons.
struct RelationTests {
  private func photo(_ name: String, rating: Int64? = nil, date: String? = nil) -> Asset {
    Photos.asset(name, date: date) { $0.values[.rating] = rating.map { .integer($0) } }
  }

  private func groups(_ relations: DuplicateRelations?) -> [[String]]? {
    relations?.groups([.copy, .version], by: DuplicateRanking()).map { $0.assets.map(\.name.text) }
  }

  /// `b` is a version of `a` and of `c`, which differ.
  private var chain: DuplicateRelations {
    var relations = DuplicateRelations(["a", "b", "c"].map { photo($0) })
    relations.versions = [0: [1], 1: [0, 2], 2: [1]]
    return relations
  }

  private var copies: DuplicateRelations {
    var relations = DuplicateRelations(["a", "b", "c"].map { photo($0) })
    relations.copies = [DuplicateRelations.Copies(positions: [0, 1], compared: 0)]
    relations.versions = [0: [2], 2: [0]]
    return relations
  }

  @Test func `a rating changes the best photo and the members of its group`() {
    func groups(rating name: String) -> [[String]]? {
      let photos = ["a", "b", "c"].map { photo($0, rating: $0 == name ? 3 : nil) }
      return self.groups(chain.updated(to: photos, by: DuplicateRanking()))
    }
    #expect(groups(rating: "none") == [["a", "b"]])
    #expect(groups(rating: "b") == [["b", "a", "c"]])
    #expect(groups(rating: "c") == [["c", "b"]])
  }

  @Test func `missing photos leave the groups of the others`() {
    func groups(_ names: String...) -> [[String]]? {
      self.groups(chain.updated(to: names.map { photo($0) }, by: DuplicateRanking()))
    }
    #expect(groups("b", "c") == [["b", "c"]])
    #expect(groups("a", "c") == [])
  }

  @Test func `the best copy represents the others among the versions`() {
    let ranking = DuplicateRanking()
    #expect(groups(copies) == [["a", "b"], ["a", "c"]])
    let rated = [photo("a"), photo("b", rating: 1), photo("c")]
    #expect(groups(copies.updated(to: rated, by: ranking)) == [["b", "a"], ["b", "c"]])
    #expect(groups(copies.updated(to: [photo("b"), photo("c")], by: ranking)) == [["b", "c"]])
  }

  @Test func `the best version of a photo is grouped with the edits of all versions`() {
    var relations = DuplicateRelations(["a", "b", "c", "d"].map { photo($0) })
    relations.versions = [0: [1], 1: [0]]
    relations.edits = [1: [2], 2: [3], 3: [2]]
    func groups(_ relations: DuplicateRelations?) -> [[String]]? {
      relations?.groups([.version, .edit], by: DuplicateRanking()).map { $0.assets.map(\.name.text) }
    }
    #expect(groups(relations) == [["a", "b"], ["a", "c"]])
    let rated = [photo("a"), photo("b"), photo("c", rating: 5), photo("d")]
    #expect(groups(relations.updated(to: rated, by: DuplicateRanking())) == [["a", "b"], ["c", "d"]])
    #expect(groups(relations.updated(to: [photo("b"), photo("c")], by: DuplicateRanking())) == [["b", "c"]])
  }

  @Test func `the camera's file is never an edit, also if its version is one`() {
    let original = Photos.asset("c", camera: Camera(make: "Canon", model: "EOS"))
    var relations = DuplicateRelations([photo("a"), photo("b"), original])
    relations.versions = [1: [2], 2: [1]]
    relations.edits = [0: [1]]
    let groups = relations.groups([.version, .edit], by: DuplicateRanking())
    #expect(groups.map { $0.assets.map(\.name.text) } == [["c", "b"]])
  }

  @Test func `another copy with another date is compared again`() {
    let photos = [photo("a"), photo("b", rating: 1, date: "2014"), photo("c")]
    #expect(copies.updated(to: photos, by: DuplicateRanking()) == nil)
  }
}
