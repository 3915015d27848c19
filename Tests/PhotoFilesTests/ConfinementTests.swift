#if os(Linux)
  import CConfinementProbe
  import CFileSystem
  import TestSupport
  import Testing

  @testable import PhotoFiles

  /// What a process can do after it has given up the rights of the user.
  ///
  /// Each test runs in a separate process, whose exit status is the number of the attempt with the wrong result, from 1, and
  /// 99 for another problem. It starts a child, since a filter would end the threads of the test library.
  @Suite(.blocking) struct ConfinementTests {
    /// Returns the number of the first attempt whose result isn't as expected, from 1, or 0.
    private static func probe(isExpected: (Int32) -> Bool) -> Int32 {
      var number: Int32 = 0
      while confinement_probe_name(number) != nil {
        guard isExpected(confinement_probe_attempt(number)) else { return number + 1 }
        number += 1
      }
      return number > 0 ? 0 : 99
    }

    @Test func `other processes can do what a confined one tries`() async {
      await #expect(processExitsWith: .exitCode(0)) {
        let result = confinement_probe_in_child {
          Confinement.begin()
          guard confinement_probe_prepare() == 0 else { return 99 }
          return ConfinementTests.probe { $0 != EPERM }
        }
        _exit(result)
      }
    }

    @Test(.enabled(if: Self.hasFilters)) func `a confined process is refused all rights of the user`() async {
      await #expect(processExitsWith: .exitCode(0)) {
        let result = confinement_probe_in_child {
          Confinement.begin()
          guard confinement_probe_prepare() == 0 else { return 99 }
          Confinement.complete(memory: 64 << 20)
          return ConfinementTests.probe { $0 == EPERM }
        }
        _exit(result)
      }
    }

    @Test func `a confined process can use threads, memory and open files`() async {
      await #expect(processExitsWith: .exitCode(0)) {
        let result = confinement_probe_in_child {
          Confinement.begin()
          guard confinement_probe_prepare() == 0 else { return 99 }
          Confinement.complete(memory: 64 << 20)
          Confinement.limitMemory(to: 32 << 20)
          return Confinement.memory > 0 ? confinement_probe_work() : 99
        }
        _exit(result)
      }
    }

    @Test func `without a filter for calls, Landlock denies files`() async {
      await #expect(processExitsWith: .exitCode(0)) {
        let result = confinement_probe_in_child {
          guard confinement_probe_prepare() == 0, process_drop_privileges() else { return 99 }
          // Older kernels lack it.
          guard process_deny_files() else { return 0 }
          // The first two attempts open and create a file.
          for number in Int32(0)..<2 where confinement_probe_attempt(number) != EACCES { return number + 1 }
          return confinement_probe_work()
        }
        _exit(result)
      }
    }

    @Test func `a limit of memory cannot be raised above the final one`() async {
      await #expect(processExitsWith: .exitCode(0)) {
        let result = confinement_probe_in_child {
          Confinement.begin()
          Confinement.complete(memory: 32 << 20)
          Confinement.limitMemory(to: 1 << 40)
          return malloc(256 << 20) == nil ? 0 : 1
        }
        _exit(result)
      }
    }

    /// Whether this kernel and this architecture have filters for calls.
    private static var hasFilters: Bool {
      #if arch(x86_64) || arch(arm64)
        access("/proc/sys/kernel/seccomp", F_OK) == 0
      #else
        false
      #endif
    }
  }
#endif
