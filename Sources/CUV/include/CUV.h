#ifndef CUV_H
#define CUV_H

#include <stddef.h>
#include <stdint.h>
#include <uv.h>

/// Reads the credentials of the other end of a connected Unix socket. Returns 0, or a negative errno. `struct ucred` is a
/// GNU extension that Swift's Glibc module does not show.
int cuv_peer_credentials(int descriptor, int32_t *pid, uint32_t *uid, uint32_t *gid);

/// Accepts a waiting client: a descriptor that is closed on exec and non-blocking. Returns -1 and sets errno on an error.
/// `accept4` is a GNU extension too.
int cuv_accept(int listener);

/// Lowers the priority of the calling thread: its nice value becomes that with which the program started, plus `difference`.
/// Its slice becomes that of other programs. Does nothing if the difference is that large; other threads keep theirs. The Glibc
/// module shows `setpriority` with an enumeration type that differs between C libraries.
void cuv_set_thread_nice(int difference);

/// The last difference that `cuv_set_thread_nice` took for the calling thread; -1 if none.
int cuv_thread_nice(void);

/// Sets the nanoseconds for which the calling thread runs until others do; 0 for those of other programs. A thread with a
/// shorter slice runs sooner once it is woken. Kernels before 6.12 ignore it. The Glibc module does not show `sched_setattr`.
void cuv_set_thread_slice(uint64_t nanoseconds);

/// Makes a counter that other threads raise and the loop watches: closed on exec and non-blocking. Returns -1 and sets errno
/// on an error. The Glibc module does not show `eventfd`.
int cuv_event_descriptor(void);

/// Makes a counter that threads wait for: reading it takes one from it. Closed on exec. Returns -1 and sets errno on an
/// error.
int cuv_work_descriptor(void);

/// Makes the allocator return buffers of at least `large_buffer` bytes to the system as soon as they are free, and keep at
/// most `kept_at_end` free bytes at the end of the heap. Heaps grow by at least `growth` bytes. The Glibc module does not
/// show `mallopt`.
void cuv_set_memory_policy(int large_buffer, int kept_at_end, int growth);

/// Maps the pages of `size` free bytes of the thread's heap with one call of the kernel. Otherwise the heap of a thread other
/// than the first grows by single pages, with a call and a page fault for each.
void cuv_map_memory(size_t size);

/// Gives the free memory of all heaps back to the system. The Glibc module does not show `malloc_trim`.
void cuv_trim_memory(void);

#endif
