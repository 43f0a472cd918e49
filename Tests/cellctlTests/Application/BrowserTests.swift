import CellWire
import Foundation
import Testing

@testable import cellctl

/// Addresses that are opened, and the programs that open them.
@Suite struct BrowserTests {
  private func commands(_ variable: String?, _ target: String = "https://e.org/?a=1") -> [[String]] {
    Browser.all(for: target, variable: variable) {
      ["firefox", "lynx", "xdg-open"].contains($0) ? "/bin/\($0)" : nil
    }
    .map { [$0.executable] + $0.arguments }
  }

  @Test func `the variable BROWSER is a list of commands, and xdg-open is the last`() {
    let url = "https://e.org/?a=1"
    #expect(commands(nil) == [["/bin/xdg-open", url]])
    #expect(commands("") == commands(nil))
    #expect(
      commands("firefox:missing:firefox --new 'a b' x=%s -- %%s%%:lynx &::firefox '%c%s'") == [
        ["/bin/firefox", url], ["/bin/firefox", "--new", "a b", "x=\(url)", "--", "%s%"], ["/bin/lynx", url],
        ["/bin/firefox", ":\(url)"], ["/bin/xdg-open", url],
      ])
    // An address is never the program, and a broken command is skipped.
    #expect(commands("%s:/%s:firefox '") == commands(nil))
    #expect(commands("/bin/sh -c true") == [["/bin/sh", "-c", "true", url]] + commands(nil))
  }

  @Test func `a browser of the terminal gets the terminal`() {
    let all = Browser.all(for: "https://e.org", variable: "lynx:firefox") { "/bin/\($0)" }
    #expect(all.map(\.needsTerminal) == [true, false, false])
  }

  @Test(arguments: [
    ("https://e.org/a?b=%20c#d", "https://e.org/a?b=%20c#d"), ("HTTP://e.org", "HTTP://e.org"),
    ("mailto:a@e.org", "mailto:a@e.org"),
    ("https://e.org/a b\u{1B}]\u{7}\n", "https://e.org/a%20b%1B]%07%0A"),
    ("https://e.org/ü\u{202E}", "https://e.org/%C3%BC%E2%80%AE"),
  ])
  func `an address has only the characters of addresses`(address: String, target: String) {
    #expect(Browser.target(address) == target)
  }

  @Test(arguments: [
    "", "javascript:alert(1)", "file:///etc/passwd", "/relative", "-x", "--help", "data:text/html,x",
    " https://e.org",
    "ssh://-oProxyCommand=x", "vscode://x", "\u{1B}https://e.org", "https", "x https://e.org",
  ])
  func `other addresses are not opened`(address: String) {
    #expect(Browser.target(address) == nil)
  }

  @Test func `the next program is tried when one fails`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "browser-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let mark = folder.appending(path: "mark").path
    var opening = Opening(
      "https://e.org",
      Browser.all(
        for: "https://e.org",
        variable: "/bin/false:/bin/cp /dev/null \(mark) #%s:/bin/touch \(mark) --reference=/:/bin/false"
      ) { _ in nil })
    var state = opening.state()
    while state == .waiting { state = opening.state() }
    #expect(state == .failed)
    var other = Opening(
      "https://e.org", Browser.all(for: "https://e.org", variable: "/bin/false:/bin/true") { _ in nil })
    state = other.state()
    while state == .waiting { state = other.state() }
    #expect(state == .opened)
    var none = Opening("https://e.org", [])
    #expect(none.state() == .failed)
  }
}

/// Texts for the clipboard of a terminal.
@Suite struct ClipboardTests {
  @Test func `a copy has no characters that control what it is pasted into`() {
    let text = "a\u{1B}[31m\u{7}\u{9B}b\u{202E}\tc\nd\r\u{7F}"
    #expect(Clipboard.text(text, hasLines: false).text == "a[31mb c d")
    #expect(Clipboard.text(text, hasLines: true).text == "a[31mb c\nd")
  }

  @Test func `a copy has at most 64 KiB, and whole characters`() {
    let exact = Clipboard.text(String(repeating: "x", count: 65_536), hasLines: true)
    #expect(exact.text.utf8.count == 65_536 && !exact.isCut)
    let long = Clipboard.text(String(repeating: "漢", count: 30_000), hasLines: true)
    #expect(long.text.utf8.count == 65_535 && long.isCut && !long.text.contains("\u{FFFD}"))
  }

  @Test(arguments: ["", "f", "fo", "foo", "foob", "ü漢😀", String(repeating: "\u{FF}a?>", count: 1000)])
  func `the sequence has the text in Base64`(text: String) {
    let encoded = Data(text.utf8).base64EncodedString()
    #expect(Clipboard.sequence(for: text, inTmux: false) == "\u{1B}]52;c;\(encoded)\u{7}")
    #expect(
      Clipboard.sequence(for: text, inTmux: true)
        == "\u{1B}]52;c;\(encoded)\u{7}\u{1B}Ptmux;\u{1B}\u{1B}]52;c;\(encoded)\u{7}\u{1B}\\")
  }

  @Test func `a whole cell is copied as text, with its data as JSON`() throws {
    let cell = try JSON(
      parsing:
        #"{"id":"1","title":"T\n2","status":[{"text":"High","state":"negative"},"Open"],"data":{"a":[1.50,"\u001b"]}}"#
    )
    #expect(
      CellMembers.text(of: cell)
        == "ID: 1\nTitle: T\n2\nStatus: High (negative), Open\n" + #"Data: {"a":[1.50,"\u001b"]}"# + "\n")
  }
}
