// The C library under the name that it has on this system. Every file that imports PhotoFiles sees it, so that no
// other file has to tell the systems apart.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Darwin)
  @_exported import Darwin
#endif
