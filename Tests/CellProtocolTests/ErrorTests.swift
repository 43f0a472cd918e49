import Glibc
import Testing

@testable import CellProtocol
@testable import CellWire

@Suite("Errors, limits and socket paths") struct ErrorTests {
  @Test("the codes of the protocol")
  func codes() {
    let table: [(Int, String)] = [
      (-32700, "parseError"), (-32600, "invalidRequest"), (-32601, "methodNotFound"),
      (-32602, "invalidParams"),
      (-32603, "internalError"), (-32001, "sessionNotFound"), (-32002, "cellNotFound"),
      (-32003, "viewNotFound"),
      (-32004, "sessionExists"), (-32005, "limitExceeded"), (-32006, "lineTooLong"), (-32007, "accessDenied"),
      (-32008, "revisionConflict"), (-32009, "shuttingDown"), (-32010, "storageFailed"),
      (-32011, "subscriptionNotFound"),
      (-32012, "actionNotFound"), (-32013, "actionDisabled"), (-32014, "unsupported"), (-32015, "busy"),
      (-32016, "moved"),
    ]
    #expect(table.count == ErrorKind.allCases.count)
    for (code, name) in table { #expect(ErrorKind(rawValue: name)?.code == code) }
  }

  @Test("the JSON of an error") func written() throws {
    var writer = JSONWriter()
    RPCError.limitExceeded(.cells, scope: .session, max: 7).inside("/cells").write(to: &writer)
    let json = try JSON(parsing: writer.bytes)
    #expect(json["code"]?.int == -32005)
    #expect(json["message"]?.string?.contains("cells of 7") == true)
    let data = json["data"]
    #expect(data?.members?.map(\.name) == ["kind", "path", "limit", "scope", "max"])
    #expect(data?["kind"] == "limitExceeded")
    #expect(data?["scope"] == "session")
    #expect(data?["max"] == 7)
  }

  @Test("the message of wrong parameters ends with their path, which can be removed")
  func place() throws {
    func message(_ error: RPCError) throws -> String? {
      var writer = JSONWriter()
      error.write(to: &writer)
      return try JSON(parsing: writer.bytes)["message"]?.string
    }
    let error = RPCError.missingMember("title", at: "/cells/3")
    let written = try message(error)
    #expect(written == #""title" is required; add it (cells/3/title)."#)
    #expect(RPCError.removingPlace(error.path, from: written ?? "") == error.message)
    #expect(RPCError.removingPlace("/cells", from: written ?? "") == written)
    #expect(RPCError.removingPlace(nil, from: written ?? "") == written)
    #expect(try message(.invalidParams("Expected an object.", path: "")) == "Expected an object.")
    #expect(try message(.cellNotFound("a", path: "/ids/0"))?.contains("ids") == false)
    let hostile = try message(.unknownMember("\u{1B}[2J", at: "", known: []))
    #expect(hostile?.contains("\u{1B}") == false)
  }

  @Test("errors have data for programs") func details() {
    #expect(RPCError.revisionConflict(expected: 3, actual: 5).details == [JSON.Member("revision", 5)])
    #expect(RPCError.busy(retryAfter: 100).details == [JSON.Member("retryAfter", 100)])
    let share = RPCError.busy(retryAfter: 100, limit: .input, scope: .user)
    #expect(share.message == "Your share of the limit input is used up; try again in 100 ms.")
    #expect(
      share.details == [
        JSON.Member("retryAfter", 100), JSON.Member("limit", "input"), JSON.Member("scope", "user"),
      ])
    let exceeded = RPCError.limitExceeded(.sessions, scope: .user, max: 5000)
    #expect(exceeded.message.hasPrefix("Your share of the limit sessions, 5000 at the moment, is exceeded; "))
    #expect(RPCError.sessionNotFound("orders", known: ["order", "tasks"]).hint == "order")
    #expect(RPCError.methodNotFound("rows.pul", known: Methods.names).hint == "rows.pull")
    #expect(RPCError.methodNotFound("session.creat", known: Methods.names).hint == "session.create")
    #expect(RPCError.unknownMember("ti/tle", at: "/cells/3", known: ["title"]).path == "/cells/3/ti~1tle")
  }

  @Test(
    "the nearest name",
    arguments: [
      ("tilte", "title"), ("titel", "title"), ("TITLE", "title"), ("subtitel", "subtitle"), ("tags ", "tags"),
      ("x", nil), ("i", nil), ("ID", "id"),
      ("somethingelse", nil), ("", nil), ("tiltle", "title"), ("itlte", nil), ("di", "id"),
      ("actoins", "actions"), ("tag", "tags"),
      ("accesory", "accessory"), ("ti", nil), ("acessory", "accessory"), ("statuses", "status"),
    ] as [(String, String?)])
  func nearest(typed: String, meant: String?) {
    let names = ["id", "title", "subtitle", "status", "tags", "accessory", "actions"]
    #expect(nearestName(to: typed, in: names) == meant)
  }

  @Test("errors are short and take no quadratic time, for any input", .timeLimit(.minutes(5)))
  func bounds() throws {
    let long = String(repeating: "é", count: 1_000_000)
    let error = RPCError.unknownMember(long, at: "/cells/0", known: ["title"])
    #expect((error.path ?? "").utf8.count < 300)
    #expect(error.message.utf8.count < 300)
    let marks = "e" + String(repeating: "\u{301}", count: 1_000_000)
    #expect(RPCError.sessionNotFound(marks).message.utf8.count < 300)
    #expect(
      !RPCError.sessionNotFound("\u{1B}[2J\u{202E}\u{9B}").message.unicodeScalars.contains { $0 == "\u{1B}" })
    let names = (0..<100_000).map { "some-long-session-name-of-a-client-\($0)" }
    #expect(nearestName(to: "some-long-session-name-of-a-client-77x", in: names) != nil)
  }

  @Test("limits are set by name, and an error has the fix") func limits() throws {
    var limits = Limits()
    for name in Limits.Name.allCases {
      try limits.set("\(name.rawValue)=512")
      #expect(limits[name] == 512)
    }
    #expect(throws: LimitError.self) { try limits.set("depth=513") }
    #expect(throws: LimitError.self) { try limits.set("line=9999999999999") }
    #expect(throws: LimitError.self) { try limits.set("row=9999999999999") }
    for wrong in ["line", "line=", "line=x", "line=0", "line=-1", "=1", "line=1e3"] {
      #expect(throws: LimitError.self) { try limits.set(wrong) }
    }
    do {
      try limits.set("deph=3")
      Issue.record("deph is no limit")
    } catch { #expect(error.sentence == #"Unknown limit "deph"; use "depth"."#) }
    var writer = JSONWriter()
    Limits().write(to: &writer)
    let json = try JSON(parsing: writer.bytes)
    #expect(json["line"] == 16_777_216)
    #expect(json["reply"] == 8_388_608)
    #expect(json["depth"] == 64)
    #expect(json["output"] == 1_048_576)
    #expect(json["window"] == 10_000)
    #expect(json.members?.count == 14)
  }

  @Test("paths of the socket, in order") func candidates() {
    let user = SocketPath.candidates(user: 7) { ["XDG_RUNTIME_DIR": "/run/user/7", "CELLD_SOCKET": ""][$0] }
    #expect(
      user.map(\.path) == [
        "/run/user/7/celld/celld.sock", "/run/celld/celld.sock", "/tmp/celld-7/celld.sock",
      ])
    let named = SocketPath.candidates(user: 7) { _ in "/x" }
    #expect(named == [SocketPath("/x", origin: .environment)])
    #expect(SocketPath.candidates(option: "/y", user: 7) { _ in "/x" } == [SocketPath("/y", origin: .option)])
    #expect(SocketPath.candidates(option: "", user: 7) { _ in nil }.map(\.origin) == [.system, .temporary])
  }

  @Test("a directory in /tmp must be private to the user") func privateDirectory() throws {
    let name = "/tmp/celld-test-\(getpid())-\(UInt32.random(in: 0...(.max)))"
    let place = SocketPath(name + "/celld.sock", origin: .temporary)
    defer { rmdir(name) }
    #expect(throws: SocketPathError.self) { try place.checkDirectory() }
    try place.makeDirectory()
    try place.makeDirectory()
    try place.checkDirectory()
    #expect(throws: SocketPathError.self) { try place.checkDirectory(user: geteuid() + 1) }
    chmod(name, 0o755)
    #expect(throws: SocketPathError.self) { try place.checkDirectory() }
    #expect(throws: SocketPathError.self) { try place.makeDirectory() }
    rmdir(name)
    symlink("/tmp", name)
    #expect(throws: SocketPathError.self) { try place.makeDirectory() }
    unlink(name)
    // A path that the user names: no directory is created or checked.
    let named = SocketPath(name + "/celld.sock", origin: .option)
    try named.makeDirectory()
    #expect(access(name, F_OK) != 0)
  }

  /// A fake file system: the owner and the mode of each path.
  private typealias Files = [String: (owner: uid_t, mode: mode_t)]

  private func sentence(_ place: SocketPath, _ files: Files) -> String? {
    func status(_ path: String) -> DirectoryStatus? {
      files[path].map {
        DirectoryStatus(owner: $0.owner, mode: $0.mode & S_IFMT == 0 ? $0.mode | S_IFDIR : $0.mode)
      }
    }
    do {
      try place.checkDirectory(user: 7, link: status, target: status)
      return nil
    } catch {
      return error.sentence
    }
  }

  @Test("a directory belongs to the user or to root, and nobody else can write it") func owners() {
    let mine = SocketPath("/x/celld/celld.sock", origin: .runtimeDirectory)
    for (parent, directory, isTrusted) in [
      ((7, 0o700), (7, 0o700), true), ((0, 0o755), (7, 0o755), true), ((0, 0o1777), (0, 0o755), true),
      ((7, 0o700), (8, 0o700), false), ((8, 0o700), (7, 0o700), false), ((7, 0o777), (7, 0o700), false),
      ((7, 0o720), (7, 0o700), false), ((7, 0o700), (7, 0o720), false), ((7, 0o700), (7, 0o1777), false),
      ((7, 0o700), (7, S_IFLNK | 0o777), false), ((7, 0o700), (7, S_IFREG | 0o600), false),
    ] as [((uid_t, mode_t), (uid_t, mode_t), Bool)] {
      let files: Files = ["/x": parent, "/x/celld": directory]
      #expect((sentence(mine, files) == nil) == isTrusted, "\(parent) \(directory)")
    }
    #expect(sentence(mine, ["/x": (7, 0o700)]) == nil, "a missing directory is not distrusted")
    #expect(
      sentence(mine, ["/x": (7, 0o700), "/x/celld": (8, 0o700)])
        == "/x/celld belongs to the user 8, so its sockets are not used; name another socket with "
        + "--socket or CELLD_SOCKET.")
    #expect(
      sentence(mine, ["/x": (7, 0o700), "/x/celld": (7, 0o770)])
        == "Other users can replace the sockets in /x/celld; run 'chmod go-w /x/celld', or name another "
        + "socket with --socket or CELLD_SOCKET.")
  }

  @Test("the directory of the system may have any owner if root alone can create it") func systemOwner() {
    let system = SocketPath("/run/celld/celld.sock", origin: .system)
    #expect(sentence(system, ["/run": (0, 0o755), "/run/celld": (990, 0o755)]) == nil)
    #expect(sentence(system, ["/run": (0, 0o755), "/run/celld": (990, 0o775)]) != nil)
    #expect(sentence(system, ["/run": (0, 0o777), "/run/celld": (990, 0o755)]) != nil)
    #expect(sentence(system, ["/run": (7, 0o755), "/run/celld": (7, 0o755)]) != nil)
    #expect(sentence(system, ["/run": (0, 0o755), "/run/celld": (0, S_IFLNK | 0o777)]) != nil)
  }

  @Test("a path that the user names may be in a directory of any owner") func namedOwner() {
    for origin in [SocketPath.Origin.option, .environment] {
      let named = SocketPath("/x/celld.sock", origin: origin)
      #expect(sentence(named, [:]) == nil)
      #expect(sentence(named, ["/x": (8, 0o775)]) == nil)
      #expect(sentence(named, ["/x": (0, 0o1777)]) == nil)
      #expect(sentence(named, ["/x": (7, 0o777)])?.contains("'chmod o-w /x'") == true)
    }
  }

  @Test("a path that is too long has its own error") func length() throws {
    try SocketPath(String(repeating: "x", count: 107), origin: .option).checkLength()
    #expect(throws: SocketPathError.self) {
      try SocketPath(String(repeating: "x", count: 108), origin: .option).checkLength()
    }
    #expect(throws: SocketPathError.self) { try SocketPath("", origin: .option).checkLength() }
    #expect(SocketPath("a.sock", origin: .option).directory == ".")
    #expect(SocketPath("/a.sock", origin: .option).directory == "/")
    #expect(SocketPath("/a/b/c.sock", origin: .option).directory == "/a/b")
  }
}
