#define _GNU_SOURCE
#include "CUV.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

int cuv_peer_credentials(int descriptor, int32_t *pid, uint32_t *uid, uint32_t *gid) {
  struct ucred credentials;
  socklen_t length = sizeof credentials;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0) return -errno;
  *pid = credentials.pid;
  *uid = credentials.uid;
  *gid = credentials.gid;
  return 0;
}

static _Thread_local int thread_nice = -1;
static int first_nice = 0;

// Before any thread is made, so that none inherits another value.
__attribute__((constructor)) static void note_first_nice(void) {
  first_nice = getpriority(PRIO_PROCESS, 0);
}

int cuv_thread_nice(void) {
  return thread_nice;
}

void cuv_set_thread_nice(int difference) {
  if (thread_nice >= difference) return;
  thread_nice = difference;
  setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), first_nice + difference);
  cuv_set_thread_slice(0);
}

void cuv_set_thread_slice(uint64_t nanoseconds) {
  // `struct sched_attr`, which not all C libraries have.
  struct {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
  } attributes = {.size = sizeof attributes, .nice = getpriority(PRIO_PROCESS, 0), .runtime = nanoseconds};
  syscall(SYS_sched_setattr, 0, &attributes, 0);
}

int cuv_accept(int listener) {
  return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int cuv_event_descriptor(void) {
  return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

int cuv_work_descriptor(void) {
  return eventfd(0, EFD_CLOEXEC | EFD_SEMAPHORE);
}

void cuv_set_memory_policy(int large_buffer, int kept_at_end, int growth) {
  mallopt(M_MMAP_THRESHOLD, large_buffer);
  mallopt(M_TRIM_THRESHOLD, kept_at_end);
  mallopt(M_TOP_PAD, growth);
}

void cuv_map_memory(size_t size) {
  char *block = malloc(size);
  if (!block) return;
#ifdef MADV_POPULATE_WRITE
  // Kernels before 5.14 refuse this, which costs nothing.
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t start = ((uintptr_t)block + page - 1) & ~(page - 1), end = ((uintptr_t)block + size) & ~(page - 1);
  if (start < end) madvise((void *)start, end - start, MADV_POPULATE_WRITE);
#endif
  free(block);
}

void cuv_trim_memory(void) {
  malloc_trim(0);
}
