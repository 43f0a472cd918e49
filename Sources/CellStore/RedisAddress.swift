/// The address of a Redis server: `redis://[user:password@]host[:port][/database]` or
/// `redis+unix:///path`.
public struct RedisAddress: Sendable, Equatable, CustomStringConvertible {
  let endpoint: RedisEndpoint
  let database: Int
  /// The user of the server's access list; `nil` for its default user.
  public var user: String?
  public var password: String?

  /// Whether a text is meant as an address, not as the path of a file.
  public static func isAddress(_ text: String) -> Bool {
    text.contains("://")
      || ["redis:", "rediss:", "redis+unix:", "valkey:"].contains { text.hasPrefix($0) }
  }

  /// - Throws: StoreError with the part that cannot be used.
  public init(_ text: String) throws(StoreError) {
    if let path = text.removingPrefix("redis+unix://") {
      guard path.hasPrefix("/"), path.utf8.count > 1 else {
        throw StoreError("A Redis socket needs an absolute path, such as redis+unix:///run/redis/redis.sock.")
      }
      guard path.utf8.count < 108 else {
        throw StoreError(
          "The path of the Redis socket has \(path.utf8.count) bytes; at most 107 are possible.")
      }
      endpoint = .socket(path)
      database = 0
      return
    }
    guard let rest = text.removingPrefix("redis://") else {
      if text.hasPrefix("rediss:") {
        throw StoreError(
          "celld does not speak TLS to Redis. Run stunnel next to celld, and use redis://localhost:PORT.")
      }
      throw StoreError(
        "Expected redis://[user:password@]host[:port][/database] or redis+unix:///path as the store.")
    }
    var authority = rest[...]
    if let at = rest.lastIndex(of: "@") {
      authority = rest[rest.index(after: at)...]
      let credentials = rest[..<at]
      let colon = credentials.firstIndex(of: ":") ?? credentials.endIndex
      let name = try Self.decoded(credentials[..<colon])
      user = name.isEmpty ? nil : name
      if colon < credentials.endIndex {
        password = try Self.decoded(credentials[credentials.index(after: colon)...])
      }
    }
    var number = 0
    if let slash = authority.firstIndex(of: "/") {
      let digits = authority[authority.index(after: slash)...]
      guard digits.isEmpty || digits.utf8.allSatisfy({ (48...57).contains($0) }),
        let value = Int("0\(digits)"),
        value < 1 << 16
      else { throw StoreError(#"Expected the number of a database after the host, got "\#(digits)"."#) }
      number = value
      authority = authority[..<slash]
    }
    database = number
    endpoint = try Self.endpoint(authority)
  }

  private static func endpoint(_ authority: Substring) throws(StoreError) -> RedisEndpoint {
    var host = authority
    var port: Substring?
    if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
      host = authority[authority.index(after: authority.startIndex)..<end]
      let rest = authority[authority.index(after: end)...]
      guard rest.isEmpty || rest.hasPrefix(":") else {
        throw StoreError(#"Expected a port after "]", got "\#(rest)"."#)
      }
      port = rest.isEmpty ? nil : rest.dropFirst()
    } else if let colon = authority.firstIndex(of: ":") {
      host = authority[..<colon]
      port = authority[authority.index(after: colon)...]
      if port?.contains(":") == true {
        throw StoreError("Write an IPv6 address in brackets, such as redis://[::1]:6379.")
      }
    }
    guard !host.isEmpty else { throw StoreError("The address of the Redis server has no host.") }
    guard let port else { return .host(String(host), port: 6379) }
    guard let number = UInt16(port), number > 0 else {
      throw StoreError(#"Expected a port from 1 to 65535, got "\#(port)"."#)
    }
    return .host(String(host), port: number)
  }

  /// A part of an address with `%XX` replaced by bytes.
  private static func decoded(_ text: Substring) throws(StoreError) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let digits = String(rest.prefix(2)), digits.utf8.count == 2, let value = UInt8(digits, radix: 16)
      else {
        throw StoreError("A % in the user or password of the store needs two hexadecimal digits after it.")
      }
      rest = rest.dropFirst(2)
      bytes.append(value)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The address without the password.
  public var description: String {
    switch endpoint {
    case .host(let host, let port):
      let name = host.contains(":") ? "[\(host)]" : host
      return "redis://\(user.map { $0 + "@" } ?? "")\(name):\(port)/\(database)"
    case .socket(let path): return "redis+unix://\(path)"
    }
  }
}

extension String {
  fileprivate func removingPrefix(_ prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
