#include "process_start.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int give_streams(posix_spawn_file_actions_t *actions, const process_start_request *request) {
  const int streams[] = {request->input, request->output, request->error};
  for (int number = 0; number < 3; number++) {
    int result = streams[number] >= 0
                     ? posix_spawn_file_actions_adddup2(actions, streams[number], number)
                     : posix_spawn_file_actions_addopen(actions, number, "/dev/null", number == 0 ? O_RDONLY : O_WRONLY, 0);
    if (result != 0) return result;
  }
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 34)
  // A program that outlives its parent would keep the locks and pipes of the parent.
  if (request->has_own_session) return posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
#endif
  return 0;
}

static int set_attributes(posix_spawnattr_t *attributes, bool has_own_session) {
  sigset_t all, none;
  sigfillset(&all);
  sigdelset(&all, SIGKILL);
  sigdelset(&all, SIGSTOP);
  sigemptyset(&none);
  int flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | (has_own_session ? POSIX_SPAWN_SETSID : 0);
  int result = posix_spawnattr_setsigdefault(attributes, &all);
  if (result == 0) result = posix_spawnattr_setsigmask(attributes, &none);
  return result == 0 ? posix_spawnattr_setflags(attributes, (short)flags) : result;
}

/// Makes the system keep the exit status of children until they are waited for, even if SIGCHLD was ignored at startup
/// (exec(2) preserves that).
static void keep_ends(void) {
  struct sigaction action;
  if (sigaction(SIGCHLD, NULL, &action) == 0 && action.sa_handler == SIG_IGN) signal(SIGCHLD, SIG_DFL);
}

int process_start(const process_start_request *request, pid_t *process) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, keep_ends);
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int result = posix_spawn_file_actions_init(&actions);
  if (result != 0) return result;
  result = posix_spawnattr_init(&attributes);
  if (result == 0) {
    result = give_streams(&actions, request);
    if (result == 0) result = set_attributes(&attributes, request->has_own_session);
    char *const *environment = request->environment ? request->environment : environ;
    if (result == 0)
      result = posix_spawn(process, request->path, &actions, &attributes, request->arguments, environment);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return result;
}

static int await(pid_t process, int options, siginfo_t *info) {
  memset(info, 0, sizeof *info);
  while (waitid(P_PID, (id_t)process, info, options) != 0)
    if (errno != EINTR) return errno;
  return 0;
}

static process_end end_of(const siginfo_t *info) {
  return (process_end){.is_signal = info->si_code != CLD_EXITED, .number = info->si_status};
}

int process_await(pid_t process, bool reaps, process_end *end) {
  siginfo_t info;
  int result = await(process, WEXITED | (reaps ? 0 : WNOWAIT), &info);
  if (result == 0) *end = end_of(&info);
  return result;
}

static bool is_in_foreground(int terminal) { return tcgetpgrp(terminal) == getpgrp(); }

/// Returns the foreground of a terminal to this process group; a terminated child may have changed it.
static void take_foreground(int terminal) {
  sigset_t output, before;
  sigemptyset(&output);
  sigaddset(&output, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &output, &before);
  tcsetpgrp(terminal, getpgrp());
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/// Waits for the end of a child in the foreground, and stops with it. Clears `has_foreground` if a shell has
/// continued both in the background. Returns 0 or an errno.
static int await_in_foreground(pid_t process, int terminal, bool *has_foreground, process_end *end) {
  while (true) {
    siginfo_t info;
    int result = await(process, WEXITED | WSTOPPED, &info);
    if (result != 0) return result;
    if (info.si_code != CLD_STOPPED) {
      *end = end_of(&info);
      return 0;
    }
    // If the caller is in the process group of the session leader, as in `$(…)`, no shell could continue it.
    if (getpgrp() != getsid(0)) {
      raise(SIGSTOP);
      *has_foreground = is_in_foreground(terminal);
    }
    kill(process, SIGCONT);
  }
}

int process_run_in_foreground(const process_start_request *request, process_end *end) {
  static const int ignored[] = {SIGINT, SIGQUIT, SIGTSTP};
  enum { COUNT = sizeof ignored / sizeof *ignored };
  struct sigaction ignore, before[COUNT];
  memset(&ignore, 0, sizeof ignore);
  ignore.sa_handler = SIG_IGN;
  for (int index = 0; index < COUNT; index++) sigaction(ignored[index], &ignore, &before[index]);
  pid_t process = 0;
  bool has_foreground = is_in_foreground(request->input);
  int result = process_start(request, &process);
  if (result == 0) result = await_in_foreground(process, request->input, &has_foreground, end);
  if (has_foreground) take_foreground(request->input);
  for (int index = 0; index < COUNT; index++) sigaction(ignored[index], &before[index], NULL);
  return result;
}

size_t process_argument_room(void) {
  long limit = sysconf(_SC_ARG_MAX);
  size_t room = limit > 0 ? (size_t)limit : 128 * 1024;
  size_t taken = 4096;  // The kernel and the loader add to it.
  for (char **variable = environ; variable && *variable; variable++) taken += strlen(*variable) + 1 + sizeof(char *);
  return room > taken ? room - taken : 0;
}

const char *process_image(void) {
  static const int place;
  Dl_info info;
  return dladdr(&place, &info) != 0 ? info.dli_fname : NULL;
}

#ifdef __APPLE__
#include <mach-o/dyld.h>
#include <stdint.h>
#include <sys/param.h>

static char executable[MAXPATHLEN];

static void find_executable(void) {
  uint32_t size = sizeof executable;
  if (_NSGetExecutablePath(executable, &size) != 0) executable[0] = 0;
}

const char *process_executable(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, find_executable);
  return executable[0] ? executable : NULL;
}
#else
const char *process_executable(void) { return "/proc/self/exe"; }
#endif
