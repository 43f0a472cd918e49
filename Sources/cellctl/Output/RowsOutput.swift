import CellEngine

/// Prints pages of rows: as one document of pictures, or as lines or JSON, page by page.
struct RowsOutput {
  /// The title of a document of pictures.
  let title: String
  let options: RowOptions
  let form: RowsForm
  let output: StandardOutput

  /// Prints all pages, and their diagnostics.
  /// - Parameter theme: returns the colours of a document of pictures.
  func print(_ pages: inout RowPages, theme: () throws -> ThemeColors) throws {
    var diagnostics = DiagnosticsPrinter(countsRows: form.hasLines)
    defer { diagnostics.printCounts() }
    guard let format = options.picture(for: form) else {
      var printer = RowPrinter(form: form, format: options.rowFormat(for: form), to: output)
      while try pages.next({ page in
        diagnostics.print(page)
        try printer.print(page)
      }) {}
      return try printer.finish()
    }
    var printer = PicturePrinter(format: format, title: title, theme: try theme(), zoom: options.zoom)
    while try pages.next({ page in
      diagnostics.print(page)
      printer.add(page)
    }) {}
    try printer.print()
  }
}
