#define _GNU_SOURCE
#include "CProcess.h"

#include <sys/resource.h>

const short CP_NEW_SESSION = POSIX_SPAWN_SETSID;

int cp_limit(pid_t process, cp_resource resource, uint64_t value) {
    struct rlimit limit = {.rlim_cur = value, .rlim_max = value};
    return prlimit(process, resource == CP_MEMORY ? RLIMIT_AS : RLIMIT_CPU, &limit, 0);
}

int cp_close_from(posix_spawn_file_actions_t *actions, int descriptor) {
    return posix_spawn_file_actions_addclosefrom_np(actions, descriptor);
}
