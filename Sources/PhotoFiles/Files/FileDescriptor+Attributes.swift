import CFileSystem
import SystemPackage

extension FileDescriptor {
  package func setModified(_ modified: FileStatus.Time) throws(Errno) {
    let time = timespec(tv_sec: Int(modified.seconds), tv_nsec: Int(modified.nanoseconds))
    try Errno.check(futimens(rawValue, [time, time]))
  }

  package func setPermissions(_ permissions: mode_t) throws(Errno) {
    try ignoringInterruptions { fchmod(rawValue, permissions) }
  }
}

// MARK: - Copying attributes

extension FileDescriptor {
  /// Returns the permission bits for a copy without the access control list of this file. They give no user access whom
  /// the file and its list deny it.
  package func permissionsWithoutList() throws(Errno) -> mode_t {
    let permissions = try FileStatus(self).permissions
    return try permissions & (0o7000 | accessList(permissions).modeWithoutList)
  }

  /// Gives this file the owner, group, permissions, access control list and extended attributes of another one, as
  /// `mv` does between file systems.
  ///
  /// This file must be new and inaccessible to other users until then. Attributes that the file system cannot store or
  /// the user may not set are skipped, and no user gains access by that: bits for other users than before are removed.
  ///
  /// - Parameter limit: the maximum permission bits of this file.
  package func takeAttributes(of original: FileDescriptor, atMost limit: mode_t = 0o7777) throws(Errno) {
    let status = try FileStatus(original)
    // The attributes come first: setting them needs the permission to write, which the original may lack.
    try takeExtendedAttributes(of: original) { !Self.attributesOfKernel.contains($0) }
    let (keepsOwner, keepsGroup) = try takeOwner(status)
    var list = try original.accessList(status.permissions)
    if !keepsGroup { list.changeGroup() }
    list.limit(to: status.permissions & limit)
    // This also replaces a list inherited from the folder, by one of three entries.
    let bits = try write(AccessList.attribute, list.bytes) ? list.mode : list.modeWithoutList
    let special = keepsOwner && keepsGroup ? status.permissions & limit & 0o7000 : 0
    try ignoringUnsupported { () throws(Errno) in try setPermissions(bits | special) }
    _ = file_copy_access_list(original.rawValue, rawValue)
  }

  /// Gives this file the extended attributes of another one that belong to users, such as tags and ratings.
  package func takeUserAttributes(of original: FileDescriptor) throws(Errno) {
    #if canImport(Darwin)
      try takeExtendedAttributes(of: original) { _ in true }
    #else
      try takeExtendedAttributes(of: original) { $0.starts(with: "user.") }
    #endif
  }

  /// Attributes that the kernel derives from the content and removes when it changes. The access control list is set
  /// with the permissions.
  private static let attributesOfKernel = [
    AccessList.attribute, "security.capability", "security.ima", "security.evm",
  ]

  /// The maximum size in bytes of a value, and of all names together, on Linux (XATTR_LIST_MAX, XATTR_SIZE_MAX).
  private static let attributeLimit = 64 * 1024

  private func takeExtendedAttributes(
    of original: FileDescriptor, where isWanted: (String) -> Bool
  ) throws(Errno) {
    for name in try original.attributeNames() where isWanted(name) {
      guard let value = try original.attribute(name) else { continue }
      try write(name, value)
    }
  }

  private func accessList(_ permissions: mode_t) throws(Errno) -> AccessList {
    guard let bytes = try attribute(AccessList.attribute) else { return AccessList(permissions: permissions) }
    // Of an unreadable list, only the owner's rights are known.
    return AccessList(bytes) ?? AccessList(permissions: permissions & 0o700)
  }

  private func attributeNames() throws(Errno) -> [String] {
    let bytes = try attributeBytes {
      file_attribute_names(rawValue, $0?.assumingMemoryBound(to: CChar.self), $1)
    }
    // Attribute names are UTF-8 on Linux and macOS; others can't be looked up and are skipped.
    return (bytes ?? []).split(separator: 0).compactMap { String(validating: $0, as: UTF8.self) }
  }

  private func attribute(_ name: String) throws(Errno) -> [UInt8]? {
    try attributeBytes { file_attribute_read(rawValue, name, $0, $1) }
  }

  /// Calls a function of xattr(7) for the size, and again for the bytes; returns `nil` if the attribute is missing.
  private func attributeBytes(_ call: (UnsafeMutableRawPointer?, Int) -> Int) throws(Errno) -> [UInt8]? {
    // The value may grow between the two calls.
    for _ in 0..<8 {
      var count = call(nil, 0)
      if count == 0 { return [] }
      guard count <= Self.attributeLimit else { return nil }
      var bytes = [UInt8]()
      if count > 0 {
        bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
          count = call(buffer.baseAddress, buffer.count)
          initialized = max(0, count)
        }
      }
      if count >= 0 { return bytes }
      let failure = Errno(rawValue: errno)
      if failure == .outOfRange || failure == .interrupted { continue }
      guard failure.isOfUnsupportedAttribute else { throw failure }
      return nil
    }
    return nil
  }

  @discardableResult
  private func write(_ name: String, _ value: [UInt8]) throws(Errno) -> Bool {
    do throws(Errno) {
      try ignoringInterruptions { file_attribute_write(rawValue, name, value, value.count) }
      return true
    } catch .noSpace where hasRoom {
      // ext4 returns this if a value exceeds its space for all attributes of a file.
      return false
    } catch {
      guard error.isOfUnsupportedAttribute else { throw error }
      return false
    }
  }

  private var hasRoom: Bool {
    var status = statvfs()
    guard fstatvfs(rawValue, &status) == 0 else { return false }
    return UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue
      > UInt64(16 * Self.attributeLimit)
  }

  /// Sets owner and group as far as the user may, and returns which of them now equal the original's.
  private func takeOwner(_ original: FileStatus) throws(Errno) -> (owner: Bool, group: Bool) {
    var status = try FileStatus(self)
    if status.owner != original.owner || status.group != original.group {
      if fchown(rawValue, original.owner, original.group) != 0 {
        // A user may give a file to another of their groups.
        _ = fchown(rawValue, .max, original.group)
      }
      status = try FileStatus(self)
    }
    return (status.owner == original.owner, status.group == original.group)
  }

  private func ignoringUnsupported(_ body: () throws(Errno) -> Void) throws(Errno) {
    do throws(Errno) {
      try body()
    } catch {
      guard error.isOfUnsupportedAttribute else { throw error }
    }
  }

  private func ignoringInterruptions(_ call: () -> Int32) throws(Errno) {
    while call() != 0 {
      let failure = Errno(rawValue: errno)
      if failure != .interrupted { throw failure }
    }
  }
}

extension Errno {
  /// Whether a file system cannot store an attribute, or the user may not see or set it.
  fileprivate var isOfUnsupportedAttribute: Bool {
    isOfMissingCall
      || [.notPermitted, .permissionDenied, .noData, .argListTooLong, .outOfRange].contains(self)
  }
}
