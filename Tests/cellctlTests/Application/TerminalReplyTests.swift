import Testing

@testable import cellctl

/// Replies of terminals to the question how they count columns.
@Suite struct TerminalReplyTests {
  private func reply(_ pieces: String...) -> TerminalReply {
    var reply = TerminalReply()
    for piece in pieces { reply.take(piece.utf8) }
    reply.end()
    return reply
  }

  private func reports(_ columns: [Int], from start: Int = 1, line: Int = 5) -> String {
    ([0] + columns).map { "\u{1B}[\(line);\(start + $0)R" }.joined()
  }

  private static let scalars = [3, 2, 6, 1, 2, 2, 1, 1]
  private static let clusters = [2, 2, 2, 2, 2, 2, 1, 1]

  @Test func `the model with fewer differences fits`() {
    let scalars = reply(reports(Self.scalars) + "\u{1B}[?62c").widths
    #expect(scalars?.mode == .wcwidth)
    #expect(scalars?.differences(from: .wcwidth) == [])
    let clusters = reply("\u{1B}[?2027;1$y" + reports(Self.clusters, from: 7) + "\u{1B}[?62c").widths
    #expect(clusters?.mode == .grapheme)
    #expect(clusters?.differences(from: .grapheme) == [])
    #expect(clusters?.countsClusters == true)
    // One column for a conjunct, as in kitty.
    let kitty = reply(reports([1, 1, 2, 2, 2, 2, 1, 1]) + "\u{1B}[?62c").widths
    #expect(kitty?.mode == .grapheme)
    #expect(kitty?.differences(from: .grapheme) == [.conjunct, .spacingMark])
    // As many differences: the mode decides.
    let both = reports([1, 2, 6, 2, 2, 2, 1, 1]) + "\u{1B}[?62c"
    #expect(reply(both).widths?.mode == .wcwidth)
    #expect(reply("\u{1B}[?2027;1$y", both).widths?.mode == .grapheme)
    #expect(reply(reports(Self.scalars) + "\u{1B}[?62c").widths?.hidesIsolates == true)
    #expect(reply(reports([3, 2, 6, 1, 2, 2, 3, 2]) + "\u{1B}[?62c").widths?.hidesIsolates == false)
  }

  @Test func `a reply that is not complete or cannot be true is none`() {
    #expect(reply(reports(Self.scalars)).widths == nil)
    #expect(reply("\u{1B}[?62c").widths == nil)
    #expect(reply(reports([3, 2, 6]) + "\u{1B}[?62c").widths == nil)
    #expect(reply(reports([3, 2, 99, 1, 2, 2, 1, 1]) + "\u{1B}[?62c").widths == nil)
    #expect(reply(reports([3, 2, -1, 1, 2, 2, 1, 1], from: 4) + "\u{1B}[?62c").widths == nil)
    let wrapped = reply(reports([3, 2], line: 5) + "\u{1B}[6;1R" + "\u{1B}[?62c")
    #expect(wrapped.isNearEnd(of: 80))
    let last = reply(reports(Self.scalars, from: 69) + "\u{1B}[?62c")
    #expect(last.isNearEnd(of: 80))
    #expect(!last.isNearEnd(of: 81))
    #expect(!reply("\u{1B}[?62c").isNearEnd(of: 80))
  }

  @Test func `a part of a sequence begins the reply`() {
    var reply = TerminalReply()
    reply.take(Array("\u{1B}[?2027".utf8))
    #expect(reply.hasBegun)
    #expect(!self.reply("abc").hasBegun)
  }

  @Test func `what is typed between the parts is kept`() {
    let whole = "a\u{1B}[A" + reports(Self.scalars) + "ü\u{1B}OP" + "\u{1B}[?62c" + "z\u{1B}"
    for split in 0...whole.utf8.count {
      let bytes = Array(whole.utf8)
      var reply = TerminalReply()
      reply.take(bytes[..<split])
      reply.take(bytes[split...])
      reply.end()
      #expect(reply.widths?.columns == Self.scalars)
      #expect(String(decoding: reply.typed, as: UTF8.self) == "a\u{1B}[Aü\u{1B}OPz\u{1B}")
    }
  }
}
