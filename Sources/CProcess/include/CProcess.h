#ifndef CPROCESS_H
#define CPROCESS_H

#include <spawn.h>
#include <stdint.h>
#include <sys/types.h>

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

#endif
