import PhotoFiles
import SystemPackage

/// A file that announces a change to another one, on a server that has neither conditions nor locks.
///
/// Every process makes its claim before it lists the claims of others, so of two processes at least one sees both claims.
/// A process changes the file only while its claim is the only one. Otherwise the claim with the lowest name waits, and
/// the others are withdrawn. This requires that a listing contains each file that was written before.
struct WriteClaim: Sendable {
  private static let end = Array(".claim".utf8)

  let folder: [UInt8]
  let name: FileName
  let age = GuardAge()
  /// A Boolean value indicating whether conditions are sent too.
  let hasConditions: Bool
  /// The beginning of the names of all claims to the file.
  private let common: [UInt8]

  fileprivate init(to file: [UInt8], hasConditions: Bool) {
    self.hasConditions = hasConditions
    folder = ServerPath.folder(of: file)
    common = GuardName.start(for: file) + [UInt8(ascii: "-")]
    name = FileName(
      unchecked: common + Array(UInt64.random(in: .min ... .max).digits(16, radix: 16).utf8) + Self.end)
  }

  fileprivate var path: [UInt8] { ServerPath.appending(name.bytes, to: folder) }

  fileprivate enum Standing {
    case alone
    /// The others are withdrawn.
    case first
    case behind
  }

  /// Returns the standing of the claim among the files of a listing, and the claims of terminated processes.
  fileprivate func standing(among entries: [RemoteEntry]) -> (Standing, abandoned: [RemoteEntry]) {
    // If it is missing, another process has found it to be too old.
    guard let own = entries.first(where: { $0.name == name }) else { return (.behind, []) }
    let elapsed = age.elapsed.components.seconds
    var (standing, abandoned) = (Standing.alone, [RemoteEntry]())
    for entry in entries where entry.name != name && entry.name.bytes.suffix(Self.end.count) == Self.end[...]
    {
      if own.status.modified.seconds - entry.status.modified.seconds + elapsed > GuardAge.lifetime {
        abandoned.append(entry)
      } else if entry.name.bytes.starts(with: common), standing != .behind {
        standing = entry.name.bytes.lexicographicallyPrecedes(name.bytes) ? .behind : .first
      }
    }
    return (standing, abandoned)
  }
}

extension FileServer {
  /// Calls a function while no other process of photopick changes a file.
  ///
  /// - Throws: `Errno.resourceBusy` if another process keeps changing it.
  func claiming<Result>(
    _ file: [UInt8], withConditions hasConditions: Bool = false,
    _ body: (WriteClaim) throws(RemoteError) -> Result
  ) throws(RemoteError) -> Result {
    let claim = try claim(file, hasConditions)
    defer { withdraw(claim) }
    return try body(claim)
  }

  private func claim(_ file: [UInt8], _ hasConditions: Bool) throws(RemoteError) -> WriteClaim {
    var wait = WriterWait(client.retry)
    while true {
      let claim = WriteClaim(to: file, hasConditions: hasConditions)
      do throws(RemoteError) {
        let made = try change("PUT", claim.path, [], Array("photopick\n".utf8))
        guard made.isSuccess else { throw RemoteError(made) }
        if try isAlone(claim, &wait) { return claim }
      } catch {
        withdraw(claim)
        throw error
      }
      withdraw(claim)
      try wait.pause()
    }
  }

  /// Returns `false` if the claim is to be withdrawn.
  private func isAlone(_ claim: WriteClaim, _ wait: inout WriterWait) throws(RemoteError) -> Bool {
    while claim.age.isUsable {
      let entries = try hiddenEntries(of: claim.folder, startingWith: GuardName.start)
      let (standing, abandoned) = claim.standing(among: entries)
      for entry in abandoned {
        _ = try? change("DELETE", ServerPath.appending(entry.name.bytes, to: claim.folder), [], nil)
      }
      switch standing {
      case .alone: return claim.age.isUsable
      case .first: try wait.pause()
      case .behind: return false
      }
    }
    return false
  }

  private func withdraw(_ claim: WriteClaim) { _ = try? change("DELETE", claim.path, [], nil) }
}
