#include "process_rights.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

// Older headers lack these; the numbers are the same on both architectures.
enum { CLONE3 = 435, FUTEX_WAITV = 449, MAP_SHADOW_STACK = 453, FUTEX_WAKE_2 = 454, FUTEX_REQUEUE_2 = 456 };

/// Calls that reach nothing outside of the process but files that are open already, with any arguments.
static const uint32_t HARMLESS[] = {
    // Threads.
    SYS_futex, FUTEX_WAITV, FUTEX_WAKE_2, FUTEX_WAKE_2 + 1, FUTEX_REQUEUE_2, SYS_set_robust_list, SYS_rseq,
    SYS_sched_yield, SYS_sched_getaffinity, SYS_getpid, SYS_gettid, SYS_exit, SYS_exit_group,
    // Memory.
    SYS_munmap, SYS_mremap, SYS_madvise, SYS_brk, MAP_SHADOW_STACK,
    // Input, and messages through the connection to the parent.
    SYS_pread64, SYS_read, SYS_lseek, SYS_fstat, SYS_close, SYS_ppoll, SYS_sendmsg, SYS_recvmsg,
    // Signals to itself.
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_restart_syscall,
    // Time, and facts about the process and the machine.
    SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday, SYS_setitimer,
    SYS_getrandom, SYS_getrusage, SYS_getuid, SYS_getcpu, SYS_sysinfo, SYS_uname,
#if defined(__x86_64__)
    SYS_poll, SYS_time,
#endif
};

enum { FILTER_SIZE = 192 };

typedef struct {
  struct sock_filter code[FILTER_SIZE];
  unsigned short count;
  unsigned short call;  ///< The index of the comparison with the number of the call that is being described.
} filter;

static void add(filter *self, unsigned code, uint32_t value, uint8_t when_true, uint8_t when_false) {
  if (self->count < FILTER_SIZE)
    self->code[self->count] = (struct sock_filter)BPF_JUMP((uint16_t)code, value, when_true, when_false);
  self->count++;
}

static void finish(filter *self, uint32_t action) { add(self, BPF_RET | BPF_K, action, 0, 0); }

static void refuse(filter *self, int error) { finish(self, SECCOMP_RET_ERRNO | (uint32_t)error); }

static void load(filter *self, size_t offset) { add(self, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0); }

/// Loads the low or high half of an argument; both architectures are little-endian.
static void load_argument(filter *self, size_t index, bool is_high) {
  load(self, offsetof(struct seccomp_data, args) + index * sizeof(uint64_t) + (is_high ? sizeof(uint32_t) : 0));
}

static void allow_if_equal(filter *self, uint32_t value) {
  add(self, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
  finish(self, SECCOMP_RET_ALLOW);
}

static void refuse_unless_equal(filter *self, uint32_t value) {
  add(self, BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0);
  refuse(self, EPERM);
}

static void refuse_if_any(filter *self, uint32_t bits) {
  add(self, BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
  refuse(self, EPERM);
}

/// Starts the description of a call, which must end with `end` and decide in every case.
static void begin(filter *self, uint32_t number) {
  self->call = self->count;
  add(self, BPF_JMP | BPF_JEQ | BPF_K, number, 0, 0);
}

static void end(filter *self) {
  if (self->count <= FILTER_SIZE) self->code[self->call].jf = (uint8_t)(self->count - self->call - 1);
}

/// Allows memory that is not executable.
static void describe_memory(filter *self, uint32_t number) {
  begin(self, number);
  load_argument(self, 2, false);
  refuse_if_any(self, PROT_EXEC);
  finish(self, SECCOMP_RET_ALLOW);
  end(self);
}

/// Allows threads, but no processes and no namespaces.
static void describe_threads(filter *self) {
  const uint32_t needed = CLONE_VM | CLONE_SIGHAND | CLONE_THREAD;
  const uint32_t optional = CLONE_FS | CLONE_FILES | CLONE_SYSVSEM | CLONE_SETTLS | CLONE_PARENT_SETTID |
                            CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | CLONE_DETACHED;
  begin(self, SYS_clone);
  load_argument(self, 0, false);
  refuse_if_any(self, ~(needed | optional));
  add(self, BPF_ALU | BPF_AND | BPF_K, needed, 0, 0);
  refuse_unless_equal(self, needed);
  finish(self, SECCOMP_RET_ALLOW);
  end(self);
  // Its flags are in memory, where a filter can't read them. The C library then calls clone(2).
  begin(self, CLONE3);
  refuse(self, ENOSYS);
  end(self);
}

/// Allows reading the limits of this process, and setting RLIMIT_DATA.
static void describe_limits(filter *self) {
  begin(self, SYS_prlimit64);
  load_argument(self, 0, false);
  refuse_unless_equal(self, 0);
  load_argument(self, 1, false);
  allow_if_equal(self, RLIMIT_DATA);
  for (int half = 0; half < 2; half++) {
    load_argument(self, 2, half);
    refuse_unless_equal(self, 0);
  }
  finish(self, SECCOMP_RET_ALLOW);
  end(self);
}

static void describe_files(filter *self) {
  static const uint32_t commands[] = {F_GETFD, F_SETFD, F_GETFL};
  begin(self, SYS_fcntl);
  load_argument(self, 1, false);
  for (size_t index = 0; index < sizeof commands / sizeof *commands; index++) allow_if_equal(self, commands[index]);
  refuse(self, EPERM);
  end(self);
}

/// Allows signals to threads of this process: abort(3) sends one.
static void describe_signals(filter *self) {
  begin(self, SYS_tgkill);
  load_argument(self, 0, false);
  refuse_unless_equal(self, (uint32_t)getpid());
  finish(self, SECCOMP_RET_ALLOW);
  end(self);
}

static void describe_calls(filter *self) {
  load(self, offsetof(struct seccomp_data, arch));
  // The same numbers mean other calls there.
  add(self, BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0);
  finish(self, SECCOMP_RET_KILL_PROCESS);
  // Calls of x32 have other numbers, and are refused like unknown ones.
  load(self, offsetof(struct seccomp_data, nr));
  for (size_t index = 0; index < sizeof HARMLESS / sizeof *HARMLESS; index++) allow_if_equal(self, HARMLESS[index]);
  describe_memory(self, SYS_mmap);
  describe_memory(self, SYS_mprotect);
  describe_threads(self);
  describe_limits(self);
  describe_files(self);
  describe_signals(self);
  refuse(self, EPERM);
}

bool process_filter_calls(void) {
  filter filter = {.count = 0};
  describe_calls(&filter);
  if (filter.count > FILTER_SIZE) return false;
  struct sock_fprog program = {.len = filter.count, .filter = filter.code};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
}

#else

bool process_filter_calls(void) { return false; }

#endif
