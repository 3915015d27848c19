#include "photo_apart.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "process_start.h"

#ifdef __linux__
#include <sys/prctl.h>
#endif

enum { SIGNALS = 32, DONE = 77, WAIT_SECONDS = 10, FIRST_PAUSE = 1000000, LONGEST_PAUSE = 20000000 };

/// Lets every signal do what it does by default: our handlers belong to a process with a terminal.
static void forget_signals(void) {
  sigset_t none;
  for (int number = 1; number < SIGNALS; number++) signal(number, SIG_DFL);
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

static void set_limit(int resource, uint64_t most) {
  struct rlimit limit = {.rlim_cur = (rlim_t)most, .rlim_max = (rlim_t)most};
  setrlimit(resource, &limit);
}

/// Bounds what this process may take from now on.
static void bound(uint64_t bytes, uint32_t seconds) {
  set_limit(RLIMIT_CORE, 0);
  set_limit(RLIMIT_CPU, seconds);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // What was ours before counts too: the sixth number, in pages (proc(5)).
  unsigned long long pages = 0;
  FILE *sizes = fopen("/proc/self/statm", "re");
  if (!sizes || fscanf(sizes, "%*u %*u %*u %*u %*u %llu", &pages) != 1) _exit(1);
  fclose(sizes);
  set_limit(RLIMIT_DATA, pages * (unsigned long long)sysconf(_SC_PAGESIZE) + bytes);
#else
  (void)bytes;
#endif
}

static double seconds_now(void) {
  struct timespec now = {0};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/// Waits for the end of a process, and kills it after so many seconds. Returns false if its end is not known.
static bool await(pid_t process, uint32_t seconds, int *status) {
  const double last = seconds_now() + seconds;
  struct timespec pause = {.tv_nsec = FIRST_PAUSE};
  bool is_killed = false;
  while (true) {
    pid_t ended = waitpid(process, status, is_killed ? 0 : WNOHANG);
    if (ended == process) return true;
    if (ended < 0 && errno != EINTR) return false;
    if (ended < 0 || is_killed) continue;
    if (seconds_now() >= last) {
      kill(process, SIGKILL);
      is_killed = true;
      continue;
    }
    nanosleep(&pause, NULL);
    pause.tv_nsec = pause.tv_nsec * 3 / 2 < LONGEST_PAUSE ? pause.tv_nsec * 3 / 2 : LONGEST_PAUSE;
  }
}

bool photo_run_apart(void (*work)(void *context), void *context, uint64_t bytes, uint32_t seconds) {
  process_keep_ends();
  pid_t process = fork();
  if (process < 0) return false;
  if (process == 0) {
    forget_signals();
    // A library may say a last word, which is none of ours.
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
    bound(bytes, seconds);
    work(context);
    _exit(DONE);
  }
  int status = 0;
  if (!await(process, seconds + WAIT_SECONDS, &status)) return false;
  return WIFEXITED(status) && WEXITSTATUS(status) == DONE;
}

void *photo_shared_take(uint64_t bytes) {
  void *memory = mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

void photo_shared_free(void *memory, uint64_t bytes) {
  if (memory) munmap(memory, (size_t)bytes);
}
