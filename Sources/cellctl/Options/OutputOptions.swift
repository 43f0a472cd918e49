import ArgumentParser

/// How results are printed.
enum OutputForm: String, ExpressibleByArgument, CaseIterable {
  case text, json, ndjson
}

/// `-o`.
struct OutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "How results are printed: for people, as one JSON value, or as one per line.", valueName: "form"))
  var chosen: OutputForm?

  /// The form; text where none was asked for.
  var form: OutputForm { chosen ?? .text }
}
