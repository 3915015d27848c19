#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// `link(2)`: gives a file a second name.
func hardLink(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int32 { link(old, new) }
