#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

const short CP_NEW_SESSION = POSIX_SPAWN_SETSID;

const char *cp_parse_time(const char *text, const char *format, struct tm *time) {
    return strptime(text, format, time);
}

int cp_limit(pid_t process, cp_resource resource, uint64_t value) {
    struct rlimit limit = {.rlim_cur = value, .rlim_max = value};
    return prlimit(process, resource == CP_MEMORY ? RLIMIT_AS : RLIMIT_CPU, &limit, 0);
}

int cp_close_from(posix_spawn_file_actions_t *actions, int descriptor) {
    return posix_spawn_file_actions_addclosefrom_np(actions, descriptor);
}

void cp_end_with_parent(void) {
    pid_t parent = getppid();
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(0);
}

// Only functions that are safe after fork(2) are called: cellctl can have threads.
static void become_command(
    pid_t parent, const char *path, char *const words[], int output, int errors, int report, const int go[2]) {
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(0);
    // What the program starts could live on if there was no guard yet.
    close(go[1]);
    char byte;
    ssize_t count;
    while ((count = read(go[0], &byte, 1)) < 0 && errno == EINTR) {}
    if (count != 1) _exit(0);
    signal(SIGPIPE, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    dup2(open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    if (report != 3) dup3(report, 3, O_CLOEXEC);
    closefrom(4);
    execv(path, words);
    int error = errno;
    ssize_t ignored = write(3, &error, sizeof error);
    (void)ignored;
    _exit(127);
}

// Waits for a byte, and kills the group if there is none, since the process at the other end is gone.
static void become_guard(pid_t group, int lease) {
    setsid();
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    dup2(lease, STDIN_FILENO);
    closefrom(1);
    char byte;
    if (read(STDIN_FILENO, &byte, 1) != 1) kill(-group, SIGKILL);
    _exit(0);
}

int cp_start_command(const char *path, char *const words[], int output, int errors, cp_command *command) {
    int report[2], lease[2], go[2];
    if (pipe2(report, O_CLOEXEC)) return errno;
    if (pipe2(lease, O_CLOEXEC)) return errno;
    if (pipe2(go, O_CLOEXEC)) return errno;
    pid_t parent = getpid();
    pid_t child = fork();
    if (child == 0) become_command(parent, path, words, output, errors, report[1], go);
    int error = child < 0 ? errno : 0;
    pid_t guard = error ? -1 : fork();
    if (guard == 0) become_guard(child, lease[0]);
    if (guard < 0 && !error) error = errno;
    close(report[1]);
    close(lease[0]);
    char byte = 0;
    if (!error && write(go[1], &byte, 1) < 0) error = errno;
    // Until here there is a reader, so that the write causes no SIGPIPE.
    close(go[0]);
    close(go[1]);
    // The report ends without a number when the program has replaced the child.
    while (!error && read(report[0], &error, sizeof error) < 0 && errno == EINTR) {}
    close(report[0]);
    *command = (cp_command){.process = child, .guard = guard, .lease = lease[1]};
    if (error) {
        if (guard > 0) cp_release(command);
        if (guard < 0) close(lease[1]);
        if (child > 0) waitpid(child, NULL, 0);
        return error;
    }
    command->handle = (int)syscall(SYS_pidfd_open, child, 0);
    if (command->handle >= 0) return 0;
    error = errno;
    cp_end_group(child);
    cp_release(command);
    return error;
}

void cp_release(cp_command *command) {
    char byte = 0;
    ssize_t ignored = write(command->lease, &byte, 1);
    (void)ignored;
    close(command->lease);
    if (command->guard > 0) waitpid(command->guard, NULL, 0);
}

void cp_end_group(pid_t group) {
    struct timespec pause = {.tv_nsec = 10 * 1000 * 1000};
    kill(-group, SIGTERM);
    for (int i = 0; i < 200; i++) {
        waitpid(group, NULL, WNOHANG);
        if (kill(-group, 0) < 0) return;
        nanosleep(&pause, NULL);
    }
    kill(-group, SIGKILL);
    waitpid(group, NULL, 0);
}

int cp_timer(double seconds) {
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    struct itimerspec time = {.it_value = {.tv_sec = (time_t)seconds, .tv_nsec = (long)((seconds - (time_t)seconds) * 1e9)}};
    if (timer >= 0) timerfd_settime(timer, 0, &time, NULL);
    return timer;
}

int cp_any_of(const int *descriptors, int count) {
    int set = epoll_create1(EPOLL_CLOEXEC);
    for (int i = 0; set >= 0 && i < count; i++) {
        struct epoll_event event = {.events = EPOLLIN};
        if (descriptors[i] >= 0) epoll_ctl(set, EPOLL_CTL_ADD, descriptors[i], &event);
    }
    return set;
}
