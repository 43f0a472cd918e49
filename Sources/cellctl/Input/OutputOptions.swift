import ArgumentParser

/// The form in which results are printed.
enum OutputForm: String, ExpressibleByArgument, CaseIterable {
  case text, json, ndjson
}

/// `-o`.
struct OutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "The form of results: text to read, one JSON value, or one per line.", valueName: "form"))
  var chosen: OutputForm?

  /// The form; text by default.
  var form: OutputForm { chosen ?? .text }
}
