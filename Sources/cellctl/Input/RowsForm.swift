import ArgumentParser

/// The form in which rows are printed.
enum RowsForm: String, ExpressibleByArgument, CaseIterable {
  case text, json, ndjson
  /// The ids of the cells, one per line.
  case ids
  /// `id⇥row` with a null character after each row, for programs that read items of several lines.
  case null

  /// Whether rows are lines to read.
  var hasLines: Bool { self == .text || self == .null }

  /// Whether results are JSON, for programs.
  var isJSON: Bool { self == .json || self == .ndjson }
}

extension OutputForm {
  /// The form for rows.
  var ofRows: RowsForm {
    switch self {
    case .text: .text
    case .json: .json
    case .ndjson: .ndjson
    }
  }
}

/// `-o` and `--no-pager` of commands that print rows.
struct RowsOutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "The form of results: text to read, one JSON value or one per line, ids, or null (see 'cellctl help formats').",
      valueName: "form"))
  var chosen: RowsForm?

  @OptionGroup var paging: PagerOptions
}

/// `--no-pager`.
struct PagerOptions: ParsableArguments {
  @Flag(name: .customLong("no-pager"), help: "Print directly, even if the output is longer than the screen.")
  var noPager = false
}
