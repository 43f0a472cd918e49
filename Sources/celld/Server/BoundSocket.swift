import Glibc

/// A listening socket at a path. This process creates it and removes it.
///
/// A lock file next to it, `<path>.lock`, decides who may take over the path. Only its holder
/// checks whether a daemon answers there, and removes a socket without a daemon. The file has the
/// name of the daemon's store, until the daemon ends in order. So a daemon of a client does not
/// replace one that was killed.
struct BoundSocket {
  let path: String
  let descriptor: Int32
  /// Whether only the user of the daemon, and root, can connect to the socket.
  let isPrivate: Bool
  let lock: FileLock
  private let device: dev_t
  private let inode: ino_t

  /// Returns nil if another daemon listens at this path. The socket has its mode from the start.
  /// - Parameters:
  ///   - store: the name of the daemon's store; empty without one.
  ///   - replacesAny: whether the daemon may replace one that had a store and was killed.
  static func bind(
    _ path: String, mode: mode_t = 0o600, store: String = "", replacesAny: Bool = true
  ) throws(StartError) -> BoundSocket? {
    guard let address = UnixAddress(path) else {
      throw StartError(
        "the socket path \(path) has \(path.utf8.count) bytes; the kernel allows 1 to \(UnixAddress.longestPath); "
          + "choose a shorter one with --socket")
    }
    let lock: FileLock
    switch FileLock.take(path + ".lock") {
    case .held: return nil
    case .failed(let error): throw StartError("\(error)")
    case .taken(let taken): lock = taken
    }
    let earlier = lock.note
    guard earlier.isEmpty || replacesAny else {
      lock.leave()
      throw StartError(
        "the daemon at \(path) had the store \(earlier) and was killed; start it again with its store, or remove "
          + "\(path).lock to begin without it", isFinal: true)
    }
    do {
      guard try clearPath(path, address) else {
        lock.release()
        return nil
      }
      let socket = try BoundSocket(path, address, mode, lock)
      lock.note = store
      return socket
    } catch {
      lock.release()
      throw error
    }
  }

  private init(_ path: String, _ address: UnixAddress, _ mode: mode_t, _ lock: FileLock) throws(StartError) {
    let descriptor = Self.streamSocket()
    guard descriptor >= 0 else { throw StartError("\(SystemError("make a socket", code: errno))") }
    let before = umask(~mode & 0o777)
    let status = address.withSocketAddress { Glibc.bind(descriptor, $0, $1) }
    let code = errno
    umask(before)
    guard status == 0, listen(descriptor, SOMAXCONN) == 0 else {
      let error = SystemError("listen at \(path)", code: status == 0 ? errno : code)
      close(descriptor)
      throw StartError("\(error)")
    }
    var made = stat()
    lstat(path, &made)
    self.path = path
    self.descriptor = descriptor
    self.lock = lock
    isPrivate = made.st_mode & 0o077 == 0
    device = made.st_dev
    inode = made.st_ino
  }

  /// Removes the lock file, and the socket if no other process replaced it. The listener closes the
  /// descriptor.
  func remove() {
    var status = stat()
    if lstat(path, &status) == 0, status.st_dev == device, status.st_ino == inode { unlink(path) }
    lock.release()
  }

  /// Removes a socket on which no process listens. Returns whether the path is free.
  private static func clearPath(_ path: String, _ address: UnixAddress) throws(StartError) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return true }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw StartError("\(path) exists and is not a socket; remove it or choose another path with --socket")
    }
    let probe = streamSocket()
    guard probe >= 0 else { throw StartError("\(SystemError("make a socket", code: errno))") }
    defer { close(probe) }
    let connected = address.withSocketAddress { connect(probe, $0, $1) }
    // Only ECONNREFUSED means that no process listens. EAGAIN (full backlog) and EACCES mean that a
    // daemon does.
    guard connected != 0, errno == ECONNREFUSED else { return false }
    guard unlink(path) == 0 else {
      throw StartError("\(SystemError("remove the stale socket \(path)", code: errno))")
    }
    return true
  }

  private static func streamSocket() -> Int32 {
    socket(
      AF_UNIX,
      Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
  }
}
