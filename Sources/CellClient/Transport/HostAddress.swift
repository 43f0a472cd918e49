import CellWire

/// The address of a daemon on another machine: `ssh://[user@]host[:port][/path/of/socket]`.
///
/// The host and the user become arguments of ssh. So they have only characters that mean nothing to
/// ssh or to a shell, and do not begin like an option. The path goes to the relay as JSON.
public struct HostAddress: Equatable, Sendable {
  /// The whole address.
  public let text: String
  /// The user of ssh; nil is that of its configuration.
  public let user: String?
  /// The name or address of the machine.
  public let host: String
  /// The port of ssh; nil is that of its configuration.
  public let port: Int?
  /// The path of the socket; nil for the default one.
  public let path: String?

  /// Reads an address. In the path, `%20` and other escapes of URLs are their bytes.
  /// - Throws: `CelldError.invalidAddress`, which names the wrong part.
  public init(_ address: String) throws {
    text = address
    let scheme = "ssh://"
    guard address.hasPrefix(scheme) else {
      throw Self.failure("expected ssh://[user@]host[:port][/path], got \"\(address.printable)\"", nil)
    }
    let rest = address.utf8.dropFirst(scheme.utf8.count)
    let authority = rest.prefix { $0 != UInt8(ascii: "/") }
    let path = rest[authority.endIndex...]
    var place = String(authority) ?? ""
    (user, place) = try Self.user(in: place)
    (host, port) = try Self.hostAndPort(in: place)
    self.path = path.count > 1 ? try Self.decoded(path) : nil
  }

  /// The words for ssh that name the other machine. The host comes last, after `--`.
  package var words: [String] {
    (user.map { ["-l", $0] } ?? []) + (port.map { ["-p", String($0)] } ?? []) + ["--", host]
  }

  private static func user(in place: String) throws -> (String?, String) {
    guard let at = place.lastIndex(of: "@") else { return (nil, place) }
    let user = String(place[..<at])
    if user.contains(":") {
      throw failure("an address has no password", "leave it out; ssh asks for it")
    }
    return (try checked(user, "user"), String(place[place.index(after: at)...]))
  }

  private static func hostAndPort(in place: String) throws -> (String, Int?) {
    var host = place
    var port: Substring?
    if place.hasPrefix("["), let end = place.firstIndex(of: "]") {
      let rest = place[place.index(after: end)...]
      guard rest.isEmpty || rest.hasPrefix(":") else {
        throw failure("expected a port after \"]\", got \"\(String(rest).printable)\"", "write [::1]:2222")
      }
      host = try checked(String(place[place.index(after: place.startIndex)..<end]), "host", more: ":")
      if !rest.isEmpty { port = rest.dropFirst() }
    } else {
      if let colon = place.lastIndex(of: ":") {
        host = String(place[..<colon])
        port = place[place.index(after: colon)...]
      }
      host = try checked(host, "host")
    }
    guard let port else { return (host, nil) }
    guard port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(port),
      (1...65535).contains(number)
    else {
      throw failure(
        "expected a port from 1 to 65535, got \"\(String(port).printable)\"",
        "write a path as ssh://HOST/path, and an IPv6 address as [::1]")
    }
    return (host, number)
  }

  private static func checked(_ text: String, _ part: String, more: String = "") throws -> String {
    guard let first = text.first else { throw failure("the \(part) is empty", "write ssh://HOST") }
    guard first != "-" else {
      throw failure(
        "the \(part) begins with \"-\": \"\(text.printable)\"", "name it in ~/.ssh/config, and use that name")
    }
    let wrong = text.unicodeScalars.first { scalar in
      !(("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
        || "._-\(more)".unicodeScalars.contains(scalar))
    }
    guard let wrong else { return text }
    throw failure(
      "the \(part) \"\(text.printable)\" has \"\(String(wrong).printable)\", and only letters, digits and ._- are possible",
      part == "host" && text.contains(":")
        ? "write an IPv6 address as [::1]" : "name it in ~/.ssh/config, and use that name")
  }

  private static func decoded(_ path: Substring.UTF8View) throws -> String {
    var bytes: [UInt8] = []
    var rest = path
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") {
        throw failure(
          "the path has \"\(Character(Unicode.Scalar(byte)))\"",
          "write it as %\(String(byte, radix: 16, uppercase: true))")
      }
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit), let escaped = UInt8(digits, radix: 16)
      else {
        throw failure("\"%\" in the path is not followed by two hexadecimal digits", "write it as %25")
      }
      rest = rest.dropFirst(2)
      bytes.append(escaped)
    }
    guard !bytes.contains(0), let decoded = String(validating: bytes, as: UTF8.self) else {
      throw failure("the path is not UTF-8, or has U+0000", "rename the socket")
    }
    return decoded
  }

  private static func failure(_ problem: String, _ cure: String?) -> CelldError {
    .invalidAddress(
      problem, cure: cure ?? "write ssh://HOST, ssh://USER@HOST:PORT or ssh://HOST/path/of/socket")
  }
}
