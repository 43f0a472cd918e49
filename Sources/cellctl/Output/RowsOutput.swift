import CellEngine
import CellWire

/// Prints pages of rows: as one document of pictures, or as lines or JSON, page by page.
struct RowsOutput {
  /// The title of a document of pictures.
  let title: String
  let options: RowOptions
  let form: RowsForm
  let output: StandardOutput

  /// Prints all pages, and their diagnostics.
  /// - Parameters:
  ///   - theme: returns the colours of a document of pictures.
  ///   - pages: calls its argument with each result of `rows.pull`.
  func print(
    theme: () throws -> ThemeColors, pages: ((JSONNode) throws -> Void) throws -> Void
  ) throws {
    var diagnostics = DiagnosticsPrinter(countsRows: form.hasLines)
    defer { diagnostics.printCounts() }
    guard let format = options.picture(for: form) else {
      var printer = RowPrinter(form: form, format: options.rowFormat(for: form), to: output)
      try pages { page in
        diagnostics.print(page)
        try printer.print(page)
      }
      return try printer.finish()
    }
    var printer = PicturePrinter(format: format, title: title, theme: try theme(), zoom: options.zoom)
    try pages { page in
      diagnostics.print(page)
      printer.add(page)
    }
    try printer.print()
  }
}
