#ifndef CUV_H
#define CUV_H

#include <stdint.h>
#include <uv.h>

/// Who is at the other end of a connected Unix socket. `struct ucred` is a GNU extension that Swift's Glibc
/// module does not show. Gives 0, or a negative errno.
int cuv_peer_credentials(int descriptor, int32_t *pid, uint32_t *uid, uint32_t *gid);

/// Takes a waiting client from a listening socket, closed on exec and non-blocking from the start, or gives -1 and errno.
/// `accept4` is a GNU extension too.
int cuv_accept(int listener);

/// Asks the loop to measure the time it spends waiting. `uv_loop_configure` is variadic, so Swift cannot call it.
int cuv_loop_measure_idle_time(uv_loop_t *loop);

/// Lowers the priority of the calling thread, and of it alone, to at least the given nice value. Linux keeps
/// priorities per thread, but the Glibc module shows `setpriority` with an enumeration type that differs
/// between C libraries.
void cuv_set_thread_nice(int nice_value);

/// A counter that other threads raise and the loop watches: closed on exec and non-blocking. Gives -1 and errno where
/// there is none. The Glibc module does not show `eventfd`.
int cuv_event_descriptor(void);

/// Has the allocator give buffers of `large_buffer` bytes and more back to the system as soon as they are free, and keep at
/// most `kept_at_end` free bytes at the heap's end. The Glibc module does not show `mallopt`.
void cuv_set_memory_policy(int large_buffer, int kept_at_end);

#endif
