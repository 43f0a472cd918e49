import Glibc

/// The properties of a file that has a name. A link is not followed.
struct FileStatus {
  private let status: stat

  /// - Returns: `nil` if nothing has this name.
  init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.status = status
  }

  var isFile: Bool { status.st_mode & S_IFMT == S_IFREG }
  var isLink: Bool { status.st_mode & S_IFMT == S_IFLNK }
  var inode: UInt64 { UInt64(status.st_ino) }
  var size: Int { Int(status.st_size) }
  /// The number of its names: its hard links.
  var names: Int { Int(status.st_nlink) }

  /// Returns who can change the file besides a user and root, as the beginning of a sentence; `nil`
  /// if nobody can.
  func stranger(to user: uid_t) -> String? {
    guard status.st_uid == user || status.st_uid == 0 else { return "Another user" }
    if status.st_mode & S_IWOTH != 0 { return "Everybody" }
    let isShared = status.st_mode & S_IWGRP != 0 && !Self.hasOnlyMember(user, group: status.st_gid)
    return isShared ? "A group" : nil
  }

  /// Whether a group has no members besides a user and root, also among those who have it as their
  /// first group.
  private static func hasOnlyMember(_ user: uid_t, group: gid_t) -> Bool {
    guard var name = getgrgid(group)?.pointee.gr_mem else { return false }
    var names: [String] = []
    while let member = name.pointee {
      names.append(String(cString: member))
      name += 1
    }
    var members = names.map { getpwnam($0)?.pointee.pw_uid }
    setpwent()
    defer { endpwent() }
    while let entry = getpwent() {
      if entry.pointee.pw_gid == group { members.append(entry.pointee.pw_uid) }
    }
    return members.allSatisfy { $0 == user || $0 == 0 }
  }
}
