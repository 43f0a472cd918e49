import Glibc

/// The names of users, as the machine knows them. Belongs to the loop.
///
/// A directory service may take seconds to find a name. So workers look names up, and the loop
/// keeps them.
final class UserNames {
  /// Users to look up.
  struct Question: Sendable {
    /// Users whose names are needed.
    var ids: [UInt32] = []
    /// A name whose user is needed.
    var name: String?

    var isEmpty: Bool { ids.isEmpty && name == nil }

    /// Looks everything up. Only for workers.
    func answer() -> Answer {
      var answer = Answer(names: ids.map { ($0, SystemUsers.name(of: $0) ?? String($0)) })
      if let name, let id = SystemUsers.id(of: name) { answer.found = (id, name) }
      return answer
    }
  }

  /// The answer to a question.
  struct Answer: Sendable {
    /// Users with their names. A user without a name has the digits of the user id.
    var names: [(id: UInt32, name: String)]
    /// The user of the name that was looked up.
    var found: (id: UInt32, name: String)?
  }

  private var names: [UInt32: String] = [:]

  /// The name of a user. The digits of the user id if the name is not known.
  func name(of id: UInt32) -> String { names[id] ?? String(id) }

  /// Whether the name of a user was looked up.
  func isKnown(_ id: UInt32) -> Bool { names[id] != nil }

  /// The user of a name that was looked up.
  func id(of name: String) -> UInt32? {
    names.first { $0.value.utf8.elementsEqual(name.utf8) }?.key
  }

  /// Keeps what a worker found.
  func keep(_ answer: Answer) {
    for (id, name) in answer.names { names[id] = name }
    if let (id, name) = answer.found { names[id] = name }
  }

  /// Forgets all names, so that they are looked up again.
  func forget() { names = [:] }
}

/// The users of the machine. Its functions may wait for a directory service.
private enum SystemUsers {
  private static let longestEntry = 1 << 20

  static func name(of id: UInt32) -> String? {
    find { entry, buffer, size, found in
      getpwuid_r(id, entry, buffer, size, found)
    } value: {
      $0.pw_name.map { String(cString: $0) }
    }
  }

  static func id(of name: String) -> UInt32? {
    find { entry, buffer, size, found in
      getpwnam_r(name, entry, buffer, size, found)
    } value: {
      $0.pw_uid
    }
  }

  private static func find<Value>(
    _ search: (
      UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int,
      UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>
    ) -> Int32, value: (passwd) -> Value?
  ) -> Value? {
    var size = 4 << 10
    while size <= longestEntry {
      var entry = passwd()
      var found: UnsafeMutablePointer<passwd>?
      let buffer = UnsafeMutableBufferPointer<CChar>.allocate(capacity: size)
      defer { buffer.deallocate() }
      guard let memory = buffer.baseAddress else { return nil }
      let status = search(&entry, memory, size, &found)
      let result = status == 0 && found != nil ? value(entry) : nil
      guard status == ERANGE else { return result }
      size *= 4
    }
    return nil
  }
}
