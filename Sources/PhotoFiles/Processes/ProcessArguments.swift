import CFileSystem

/// The arguments of this process.
///
/// `CommandLine` of Swift 6.3 reads them from `/proc` on Linux, and knows none in a chroot or sandbox without it.
package enum ProcessArguments {
  /// The bytes of each, the program's name first.
  package static var bytes: [[UInt8]] {
    guard let arguments = process_arguments() else { return [] }
    var found: [[UInt8]] = []
    while let argument = arguments[found.count] {
      found.append(Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument))))
    }
    return found
  }
}
