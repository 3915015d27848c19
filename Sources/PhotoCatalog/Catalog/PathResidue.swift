import PhotoFiles

/// The remainder that the hashes of all paths of a catalog have in common.
///
/// A shard contains the paths whose hash (XXH64) has one remainder modulo the number of shards, so two shards never
/// contain the same path. The modulus follows from the paths: it is the greatest common divisor of the differences
/// between their hashes, which is a multiple of the number of shards.
struct PathResidue: Sendable, Hashable {
  /// The hash of one of the paths.
  let hash: UInt64
  /// 0 if there is only one hash.
  private(set) var modulus: UInt64

  init(hash: UInt64, modulus: UInt64 = 0) { (self.hash, self.modulus) = (hash, modulus) }

  mutating func add(_ other: UInt64) {
    modulus = Self.divisor(modulus, max(hash, other) - min(hash, other))
  }

  /// Returns the hash of the path of a file, as `extract` divides lists by it.
  static func hash(of name: FileName, in folder: [UInt8]) -> UInt64 {
    var checksum = Checksum()
    checksum.add(folder)
    if folder.last != UInt8(ascii: "/") { checksum.add([UInt8(ascii: "/")]) }
    checksum.add(name.bytes)
    return checksum.value
  }

  /// Returns `true` if the remainders prove that no path is in two catalogs.
  static func areDisjoint(_ residues: [PathResidue?]) -> Bool {
    let known = residues.compactMap(\.self)
    let modulus = known.reduce(0) { divisor($0, $1.modulus) }
    let remainders = Set(known.map { modulus == 0 ? $0.hash : $0.hash % modulus })
    return remainders.count == residues.count
  }

  /// Returns the greatest common divisor.
  private static func divisor(_ left: UInt64, _ right: UInt64) -> UInt64 {
    var (left, right) = (left, right)
    while right > 0 { (left, right) = (right, left % right) }
    return left
  }
}
