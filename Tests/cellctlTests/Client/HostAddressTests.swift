import CellClient
import Testing

@testable import cellctl

@Suite struct HostAddressTests {
  @Test(
    arguments: [
      ("ssh://orchard", ["--", "orchard"], nil),
      ("ssh://orchard/", ["--", "orchard"], nil),
      (
        "ssh://ann@orchard.example:2200/run/a b;c.sock",
        ["-l", "ann", "-p", "2200", "--", "orchard.example"],
        "/run/a b;c.sock"
      ),
      ("ssh://[fe80::1]:22/x", ["-p", "22", "--", "fe80::1"], "/x"),
      ("ssh://[::1]", ["--", "::1"], nil),
      ("ssh://_a.b-c@h_1", ["-l", "_a.b-c", "--", "h_1"], nil),
      ("ssh://h//%2F%c3%96%25", ["--", "h"], "///Ö%"),
    ] as [(String, [String], String?)])
  func `an address names the words of ssh and the socket`(text: String, words: [String], path: String?) throws
  {
    let address = try HostAddress(text)
    #expect(address.words == words && address.path == path)
  }

  @Test(arguments: [
    ("ssh://-oProxyCommand=x", "the host begins with \"-\""), ("ssh://-l@h", "the user begins with \"-\""),
    ("ssh://[-x]", "the host begins with \"-\""), ("ssh://", "the host is empty"),
    ("ssh:///run/celld.sock", "the host is empty"), ("ssh://@h", "the user is empty"),
    ("ssh://[]", "the host is empty"), ("ssh://a b", "has \" \""), ("ssh://a;b", "has \";\""),
    ("ssh://a%20b", "has \"%\""), ("ssh://h\n", "the host"), ("ssh://höf", "has \"ö\""),
    ("ssh://ho\u{308}f", "the host"), ("ssh://h\u{301}", "the host"), ("ssh://-\u{301}x", "the host"),
    ("ssh://a$(x)@h", "the user"), ("ssh://a@b@h", "the user"), ("ssh://u:secret@h", "no password"),
    ("ssh://::1", "IPv6 address"), ("ssh://[::1", "IPv6 address"), ("ssh://[::1]22", "a port after"),
    ("ssh://[fe80::1%eth0]", "has \"%\""), ("ssh://h:", "from 1 to 65535, got \"\""), ("ssh://h:0", "a port"),
    ("ssh://h:65536", "a port"), ("ssh://h:-1", "a port"), ("ssh://h:+22", "a port"),
    ("ssh://h:22\n", "a port"), ("ssh://h:2\u{662}", "a port"), ("ssh://h/a?b", "write it as %3F"),
    ("ssh://h/a#b", "write it as %23"), ("ssh://h/100%", "write it as %25"),
    ("ssh://h/%zz", "write it as %25"),
    ("ssh://h/%00", "U+0000"), ("ssh://h/%ff", "not UTF-8"), ("SSH://h", "expected ssh://"),
    ("ssh:h", "expected ssh://"), ("http://h", "expected ssh://"), ("", "expected ssh://"),
  ])
  func `another address is refused with its part and the fix`(text: String, part: String) {
    do {
      _ = try HostAddress(text)
      Issue.record("\(text) was taken")
    } catch let error as CelldError {
      let failure = Failure(error)
      #expect(failure.status == .usage)
      #expect("\(failure.message)\n\(failure.hint ?? "")".contains(part), "\(failure.message)")
    } catch {
      Issue.record(error)
    }
  }
}
