import HTTPTypes
import Hummingbird

/// The rules for which browsers and pages are served.
///
/// - `Host` must be 127.0.0.1 or localhost, with the port. A name that an attacker's DNS server
///   resolves to 127.0.0.1 is refused.
/// - `Origin` must be the gateway in all requests but GET. A GET may leave it out.
/// - A browser needs the cookie, which it gets at the address with the token.
struct Access: Sendable {
  let token: Token

  /// Throws if the request comes from another place than a page of the gateway.
  func checkSource(_ request: Request, port: Int) throws(Refusal) {
    let hosts = Self.hosts(port: port)
    guard let host = request.head.authority?.lowercased(), hosts.contains(host) else {
      throw Refusal(.forbidden, "Expected the host \(hosts[0]) or \(hosts[1]); open the printed address.")
    }
    guard request.method == .get || request.method == .post else {
      throw Refusal(.methodNotAllowed, "Expected GET or POST, got \(request.method.rawValue).")
    }
    if let origin = request.headers[.origin] {
      guard origin == "http://\(host)" else {
        throw Refusal(.forbidden, "Pages of \(origin) are not served; open the printed address.")
      }
    } else if request.method != .get {
      throw Refusal(.forbidden, "A request that is not a GET needs the header Origin.")
    }
  }

  /// Throws if the browser does not have the cookie.
  func checkCookie(_ request: Request, port: Int) throws(Refusal) {
    let name = Self.cookieName(port: port) + "="
    let cookies = request.headers[values: .cookie].flatMap { $0.split(separator: ";") }
    for cookie in cookies.map({ $0.drop { $0 == " " } }) where cookie.hasPrefix(name) {
      if token.matches(cookie.dropFirst(name.count)) { return }
    }
    throw Refusal(
      .unauthorized, "This browser has no access yet; open the address with the token that was printed.")
  }

  /// Throws if a page of another origin makes the request. Browsers send `Sec-Fetch-Site` with
  /// requests that have no `Origin`, such as those of images.
  func checkSameOrigin(_ request: Request) throws(Refusal) {
    guard let name = HTTPField.Name("Sec-Fetch-Site"), let site = request.headers[name] else { return }
    guard site == "same-origin" else {
      throw Refusal(.forbidden, "A page of another origin asks for a stream; open the printed address.")
    }
  }

  /// Answers the address with the token: sets the cookie, and leads to the address without it.
  func admission(_ offered: Substring, port: Int) throws(Refusal) -> Response {
    guard token.matches(offered) else {
      throw Refusal(.forbidden, "The token is not that of this run; open the address that was printed last.")
    }
    let cookie = "\(Self.cookieName(port: port))=\(token.text); Path=/; HttpOnly; SameSite=Strict"
    return Response(status: .seeOther, headers: [.location: "/", .setCookie: cookie])
  }

  /// Browsers leave out the port that is the default of HTTP.
  private static func hosts(port: Int) -> [String] {
    ["127.0.0.1", "localhost"].map { port == 80 ? $0 : "\($0):\(port)" }
  }

  /// Browsers share cookies among the ports of a host, so the name has the port.
  private static func cookieName(port: Int) -> String { "cellweb-\(port)" }
}
