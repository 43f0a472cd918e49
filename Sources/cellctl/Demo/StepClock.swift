/// Measures the steps of the demonstration.
struct StepClock {
  /// A step, its time and its result.
  private struct Step {
    let name: String
    let time: Duration
    let result: String
  }

  private var steps: [Step] = []

  /// Runs a step and measures its time.
  /// - Parameter result: describes the result in a few words.
  mutating func measure<Value>(
    _ name: String, result: (Value) -> String = { _ in "" }, _ body: () throws -> Value
  ) rethrows -> Value {
    let start = ContinuousClock.now
    let value = try body()
    steps.append(Step(name: name, time: start.duration(to: .now), result: result(value)))
    return value
  }

  /// The table of all steps.
  var lines: [String] {
    var table = Table([
      .init(heading: "STEP"), .init(heading: "TIME", isNumeric: true), .init(heading: "RESULT"),
    ])
    for step in steps { table.append([step.name, step.time.short, step.result]) }
    return table.lines
  }
}
