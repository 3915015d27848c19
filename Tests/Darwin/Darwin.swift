// What the sources use of macOS and Linux lacks, for `Scripts/checks/darwin`: signatures of Apple's headers, without code.

@_exported import Glibc

public typealias DarwinThread = pthread_t?

// pthread.h: a thread is a pointer.
public func pthread_create(
  _ thread: UnsafeMutablePointer<DarwinThread>!, _ attributes: UnsafePointer<pthread_attr_t>?,
  _ start: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?,
  _ argument: UnsafeMutableRawPointer?
) -> Int32 { 0 }

// fcntl.h
public var F_FULLFSYNC: Int32 { 51 }

// sys/stat.h
extension stat {
  public var st_mtimespec: timespec { st_mtim }
  public var st_ctimespec: timespec { st_ctim }
}

// sys/sysctl.h
public var CTL_KERN: Int32 { 1 }
public var KERN_PROC: Int32 { 14 }
public var KERN_PROC_PID: Int32 { 1 }

public func sysctl(
  _ name: UnsafeMutablePointer<Int32>!, _ count: UInt32, _ old: UnsafeMutableRawPointer!,
  _ oldSize: UnsafeMutablePointer<Int>!, _ new: UnsafeMutableRawPointer!, _ newSize: Int
) -> Int32 { 0 }

public func sysctlbyname(
  _ name: UnsafePointer<CChar>!, _ old: UnsafeMutableRawPointer!, _ oldSize: UnsafeMutablePointer<Int>!,
  _ new: UnsafeMutableRawPointer!, _ newSize: Int
) -> Int32 { 0 }

public struct kinfo_proc {
  public struct Process {
    public struct Union { public var __p_starttime = timeval() }

    public var p_un = Union()
    public var p_comm: (CChar, CChar) = (0, 0)
  }

  public struct Extension { public var e_ppid: pid_t = 0 }

  public var kp_proc = Process()
  public var kp_eproc = Extension()

  public init() {}
}
