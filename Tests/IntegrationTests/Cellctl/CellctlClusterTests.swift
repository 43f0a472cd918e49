import Foundation
import Testing

/// Rows with clusters whose width terminals disagree on, on the screen of tmux.
@Suite(.enabled(if: TmuxTerminal.isInstalled)) struct CellctlClusterTests {
  /// The classes of the question to a terminal: conjunct, spacing mark, family, heart, flag.
  private static let records = [
    #"{"id":"1","title":"क्ष्मा स्त्री লক্ষ্মী শক্তি","status":"Open"}"#,
    #"{"id":"2","title":"கொ கோ കൊച്ചി కొత్త కోట","subtitle":"ꦏꦺꦴ ភាសាខ្មែរ","status":["Open","Open"]}"#,
    #"{"id":"3","title":"👩‍👩‍👦‍👦 family of 👨‍👦 and 👩🏽‍🚀","status":"Open"}"#,
    #"{"id":"4","title":"❤️ ☎️ 2️⃣ ✈️ love","subtitle":"❤️","status":"Open"}"#,
    #"{"id":"5","title":"🇫🇷 🇧🇷 flags 🇺🇳 and more of them 🇰🇪","status":"Open"}"#,
    #"{"id":"6","title":"കേരളം ক্ষেত্র ප්‍රේමය ღ 👩‍🚀 ❤️ 🇮🇳 ﾃﾞｰﾀ ক্রীড়া সংবাদ এবং আরও দীর্ঘ শিরোনাম","status":"Open"}"#,
  ]

  /// Neither the model of the terminal nor a wrong one wraps a line or moves a status.
  @Test(arguments: ["", "--set widthModel=grapheme", "--set widthModel=wcwidth"], ["never", "always"])
  func `no row wraps, and no status moves, thoroughly`(model: String, color: String) throws {
    let directory = try DaemonProcess.makeDirectory()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let records = Self.records.joined(separator: "\n")
    try records.write(toFile: directory + "/cells", atomically: true, encoding: .utf8)
    for width in [30, 33, 36, 41, 48, 57, 69, 84, 110, 200] {
      let render = "cellctl render '\(directory)/cells' --no-pager --color \(color) \(model)"
      // tmux answers where it has drawn "Open".
      let tmux = try TmuxTerminal(
        "unset NO_COLOR; \(render)", socket: "/nonexistent", columns: width, lines: 40,
        environment: ["XDG_RUNTIME_DIR": directory])
      #expect(tmux.wait(for: "ended with 0"), "\(tmux.lines)")
      let expected = try CellctlProcess.run(
        ["render", directory + "/cells", "--width", "\(width)"] + model.split(separator: " ").map(String.init)
      ).lines.count
      let lines = tmux.lines
      #expect(lines.firstIndex { $0.hasPrefix("ended") } == expected, "width \(width): \(lines)")
      let found = try tmux.columns(of: "Open", count: 7)
      #expect(found == Array(repeating: width - 4, count: 7), "width \(width): \(found), \(lines)")
    }
  }
}
