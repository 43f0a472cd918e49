#ifndef CPROCESS_H
#define CPROCESS_H

#include <spawn.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

// What glibc declares for GNU sources only.

// The flag of posix_spawn(3) that starts a child in a session of its own.
extern const short CP_NEW_SESSION;

typedef enum {
    // Bytes of address space.
    CP_MEMORY,
    // Seconds of processor time.
    CP_PROCESSOR_TIME,
} cp_resource;

// Limits a resource of a process (prlimit(2)). Returns 0, or -1 with errno set.
int cp_limit(pid_t process, cp_resource resource, uint64_t value);

// Makes a child close its descriptors from this one on (glibc 2.34). Returns 0 or an error number.
int cp_close_from(posix_spawn_file_actions_t *actions, int descriptor);

// Reads a time as strptime(3) does. Returns the end of what was read; null if the text has another form.
const char *cp_parse_time(const char *text, const char *format, struct tm *time);

// Ends this process with SIGTERM when its parent ends, or at once if that has ended. The parent is
// the thread that started it.
void cp_end_with_parent(void);

typedef struct {
    // The process, which leads a session and a process group.
    pid_t process;
    // Becomes readable when the process has ended.
    int handle;
    // A process that kills the group if this one ends before cp_release.
    pid_t guard;
    int lease;
} cp_command;

// Starts a program in a session of its own, with an empty input and no terminal. The kernel kills it
// when the calling thread ends. Returns 0 or an error number.
int cp_start_command(const char *path, char *const words[], int output, int errors, cp_command *command);

// Ends the guard of a command whose group has ended.
void cp_release(cp_command *command);

// Ends a process group with SIGTERM, and with SIGKILL after two seconds. Waits for its leader, a
// child of this process. Safe in a signal handler.
void cp_end_group(pid_t group);

// A descriptor that becomes readable after some seconds, or -1.
int cp_timer(double seconds);

// A descriptor that is readable when one of others is, or -1. Closed descriptors leave it.
int cp_any_of(const int *descriptors, int count);

#endif
