import Glibc

/// Whether the tests run under a sanitizer: then the program is several times slower, and bounds on time tell nothing.
let isSanitized = getenv("CELLD_SANITIZED") != nil
