#include "confinement_probe.h"

#if defined(__linux__)

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static int input = -1, pipes[2] = {-1, -1}, client = -1;
static struct sockaddr_in server = {.sin_family = AF_INET};
static void *page;
enum { PAGE = 4096 };

static int result_of(long value) { return value == -1 ? errno : 0; }

int confinement_probe_prepare(void) {
  server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof server;
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  client = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(listener, (struct sockaddr *)&server, size) || listen(listener, 1) ||
      getsockname(listener, (struct sockaddr *)&server, &size) || pipe(pipes))
    return errno;
  input = open("/etc/passwd", O_RDONLY);
  page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return input < 0 || page == MAP_FAILED ? errno : 0;
}

int confinement_probe_in_child(int (*body)(void)) {
  enum { OTHER = 100 };
  int status;
  pid_t child = fork();
  if (child == 0) _exit(body());
  if (child < 0 || waitpid(child, &status, 0) != child) return OTHER;
  return WIFEXITED(status) ? WEXITSTATUS(status) : OTHER + WTERMSIG(status);
}

static int open_file(void) { return result_of(open("/etc/passwd", O_RDONLY)); }

static int create_file(void) {
  char path[] = "/tmp/photopick-probe-XXXXXX";
  int file = mkstemp(path);
  if (file >= 0) unlink(path);
  return result_of(file);
}

static int name_file(void) {
  struct stat status;
  return result_of(stat("/etc/passwd", &status));
}

static int remove_file(void) { return result_of(unlink("/nowhere/file")); }

static int write_file(void) { return result_of(write(pipes[1], "x", 1)); }

static int create_memory(void) { return result_of(memfd_create("probe", 0)); }

static int create_socket(void) { return result_of(socket(AF_UNIX, SOCK_STREAM, 0)); }

static int connect_socket(void) { return result_of(connect(client, (struct sockaddr *)&server, sizeof server)); }

static int ask_device(void) {
  int count;
  return result_of(ioctl(pipes[0], FIONREAD, &count));
}

static int execute(void) {
  char *const none[] = {NULL};
  return result_of(execve("/nowhere/program", none, none));
}

static int start_program(void) {
  pid_t child;
  char *const none[] = {"true", NULL};
  int error = posix_spawn(&child, "/bin/true", NULL, NULL, none, none + 1);
  if (!error) waitpid(child, NULL, 0);
  return error;
}

static int start_process(void) {
  pid_t child = fork();
  if (child == 0) _exit(0);
  if (child > 0) waitpid(child, NULL, 0);
  return result_of(child);
}

static int raise_memory(void) {
  const struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};
  return result_of(setrlimit(RLIMIT_DATA, &none));
}

static int set_limit(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_NPROC, &limit) ? errno : result_of(setrlimit(RLIMIT_NPROC, &limit));
}

static int limit_other(void) {
  struct rlimit limit;
  return result_of(prlimit(getppid(), RLIMIT_CORE, NULL, &limit));
}

static int signal_other(void) { return result_of(kill(getppid(), 0)); }

static int signal_thread_of_other(void) { return result_of(syscall(SYS_tgkill, getppid(), getppid(), 0)); }

static int signal_by_file(void) { return result_of(fcntl(pipes[0], F_SETOWN, getppid())); }

static int trace(void) { return result_of(ptrace(PTRACE_CONT, getppid(), NULL, NULL)); }

static int read_memory(void) {
  char byte, other = 1;
  struct iovec to = {&byte, 1}, from = {&other, 1};
  return result_of(process_vm_readv(getpid(), &to, 1, &from, 1, 0));
}

static int map_code(void) {
  void *code = mmap(NULL, PAGE, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return code == MAP_FAILED ? errno : 0;
}

static int make_code(void) { return result_of(mprotect(page, PAGE, PROT_READ | PROT_EXEC)); }

static const struct {
  const char *name;
  int (*attempt)(void);
} ATTEMPTS[] = {
    {"open a file", open_file},
    {"create a file", create_file},
    {"look up a file", name_file},
    {"remove a file", remove_file},
    {"write to an open file", write_file},
    {"create shared memory", create_memory},
    {"create a socket", create_socket},
    {"connect an open socket", connect_socket},
    {"control a device", ask_device},
    {"execute a program", execute},
    {"start a program", start_program},
    {"start a process", start_process},
    {"raise the limit on memory", raise_memory},
    {"change another limit", set_limit},
    {"read a limit of another process", limit_other},
    {"signal another process", signal_other},
    {"signal a thread of another process", signal_thread_of_other},
    {"have another process signaled", signal_by_file},
    {"trace a process", trace},
    {"read the memory of a process", read_memory},
    {"map executable memory", map_code},
    {"make memory executable", make_code},
};

const char *confinement_probe_name(int number) {
  return number < (int)(sizeof ATTEMPTS / sizeof *ATTEMPTS) ? ATTEMPTS[number].name : NULL;
}

int confinement_probe_attempt(int number) { return ATTEMPTS[number].attempt(); }

static void *use_memory(void *unused) {
  enum { LARGE = 1 << 20 };
  char *memory = malloc(LARGE);
  if (memory) memory[LARGE - 1] = 1;
  free(memory);
  return memory ? unused : NULL;
}

int confinement_probe_work(void) {
  pthread_t thread;
  void *result = NULL;
  int error = pthread_create(&thread, NULL, use_memory, &input);
  if (!error) error = pthread_join(thread, &result);
  if (error || !result) return error ? error : ENOMEM;
  char byte;
  struct stat status;
  return pread(input, &byte, 1, 0) == 1 && syscall(SYS_fstat, input, &status) == 0 ? 0 : errno;
}

#else

int confinement_probe_in_child(int (*body)(void)) { return body(); }

int confinement_probe_prepare(void) { return 0; }

const char *confinement_probe_name(int number) { return (void)number, (const char *)0; }

int confinement_probe_attempt(int number) { return number; }

int confinement_probe_work(void) { return 0; }

#endif
