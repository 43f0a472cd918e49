import CellProtocol
import Foundation
import Testing

/// The state fuzzer: requests of several users, kills, power cuts, errors of the disk and damage.
/// A model of the rules in docs/store.md has the expected states.
@Suite struct StateTests {
  /// The number of seeds: `CELLD_STATE_SEEDS`. `CELLD_STATE_FIRST` is the first one.
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["CELLD_STATE_SEEDS"].flatMap(Int.init) ?? 8
  private static let first = environment["CELLD_STATE_FIRST"].flatMap(Int.init) ?? 1
  private static let steps = 60
  /// The lines of the protocol that a failure prints.
  private static let trailing = 60

  @Test func theRulesOfTheStoreHold() throws {
    for seed in Self.first..<Self.first + Self.count {
      let steps = StateStep.steps(seed: UInt64(seed), count: Self.steps)
      guard let (failed, problem, trace) = Self.problem(steps) else { continue }
      let (shortest, reason, last) = Self.shrink(Array(steps.prefix(failed + 1)), problem, trace)
      Issue.record(
        """
        seed \(seed): \(problem)
        The shortest sequence that fails: \(shortest)
        It fails with: \(reason)
        \(last.suffix(Self.trailing).joined(separator: "\n"))
        """)
      return
    }
  }

  /// The index of the first step that breaks a rule.
  private static func problem(_ steps: [StateStep]) -> (step: Int, text: String, trace: [String])? {
    var index = 0
    var run: StateRun?
    do {
      let started = try StateRun()
      run = started
      for step in steps {
        try started.run(step)
        index += 1
      }
      return nil
    } catch {
      return (index, "\(error)", run?.trace ?? [])
    }
  }

  /// Leaves out steps as long as the rest fails.
  private static func shrink(
    _ steps: [StateStep], _ problem: String, _ trace: [String]
  ) -> ([StateStep], String, [String]) {
    var shortest = steps
    var last = (problem, trace)
    var size = max(1, steps.count / 2)
    while size > 0 {
      var start = 0
      while start < shortest.count {
        var fewer = shortest
        fewer.removeSubrange(start..<min(start + size, fewer.count))
        if let (failed, text, trace) = Self.problem(fewer) {
          shortest = Array(fewer.prefix(failed + 1))
          last = (text, trace)
        } else {
          start += size
        }
      }
      size /= 2
    }
    return (shortest, last.0, last.1)
  }
}
