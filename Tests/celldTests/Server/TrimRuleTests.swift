import Testing

@testable import celld

/// Free memory goes back after much was freed, not often, and only in a quiet moment.
@Suite struct TrimRuleTests {
  private static let (some, much) = (TrimRule.someBytes, TrimRule.muchBytes)

  /// A rule that expectations can change.
  private final class Rule {
    private var rule = TrimRule()
    func note(freed bytes: Int) -> Bool { rule.note(freed: bytes) }
    func step(now: UInt64, requests: UInt64, isWorking: Bool) -> TrimRule.Step {
      rule.step(now: now, requests: requests, isWorking: isWorking)
    }
  }

  @Test func littleFreedMemoryIsKept() {
    let rule = Rule()
    #expect(!rule.note(freed: Self.some - 1))
    #expect(rule.step(now: 0, requests: 0, isWorking: false) == .rest)
    #expect(rule.note(freed: 1))
    #expect(!rule.note(freed: 1), "enough was freed before")
    #expect(rule.step(now: 0, requests: 0, isWorking: false) == .wait(TrimRule.longQuiet))
  }

  @Test func someMemoryWaitsForALongQuietTime() {
    let rule = Rule()
    _ = rule.note(freed: Self.some)
    #expect(rule.step(now: 1_000, requests: 5, isWorking: false) == .wait(TrimRule.longQuiet))
    #expect(rule.step(now: 3_000, requests: 6, isWorking: false) == .wait(TrimRule.pause))
    #expect(rule.step(now: 4_000, requests: 6, isWorking: false) == .wait(TrimRule.longQuiet))
    #expect(rule.note(freed: Self.much), "the wait is shorter now")
    #expect(rule.step(now: 5_000, requests: 6, isWorking: false) == .trim)
    _ = rule.note(freed: Self.some)
    #expect(rule.step(now: 6_000, requests: 6, isWorking: false) == .wait(9_000))
    #expect(rule.step(now: 15_000, requests: 6, isWorking: false) == .wait(TrimRule.longQuiet))
    #expect(rule.step(now: 17_000, requests: 6, isWorking: false) == .trim)
  }

  @Test func aQuietTimeComesFirst() {
    let rule = Rule()
    _ = rule.note(freed: Self.much)
    #expect(rule.step(now: 1_000, requests: 5, isWorking: true) == .wait(TrimRule.pause))
    #expect(rule.step(now: 2_000, requests: 5, isWorking: false) == .wait(TrimRule.quiet))
    // A request came in between.
    #expect(rule.step(now: 2_050, requests: 6, isWorking: false) == .wait(TrimRule.pause))
    #expect(rule.step(now: 3_050, requests: 6, isWorking: false) == .wait(TrimRule.quiet))
    // Work was begun.
    #expect(rule.step(now: 3_100, requests: 6, isWorking: true) == .wait(TrimRule.pause))
    #expect(rule.step(now: 4_100, requests: 6, isWorking: false) == .wait(TrimRule.quiet))
    #expect(rule.step(now: 4_150, requests: 6, isWorking: false) == .trim)
    #expect(rule.step(now: 4_200, requests: 6, isWorking: false) == .rest)
  }

  @Test func twoTrimsAreTenSecondsApart() {
    let rule = Rule()
    _ = rule.note(freed: Self.much)
    _ = rule.step(now: 0, requests: 0, isWorking: false)
    #expect(rule.step(now: 50, requests: 0, isWorking: false) == .trim)
    #expect(rule.note(freed: Self.much))
    #expect(rule.step(now: 1_050, requests: 0, isWorking: false) == .wait(9_000))
    #expect(rule.step(now: 10_050, requests: 0, isWorking: false) == .wait(TrimRule.quiet))
    #expect(rule.step(now: 10_100, requests: 0, isWorking: false) == .trim)
  }
}
