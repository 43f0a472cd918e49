import CellEngine

/// Prints pages of rows: as one picture, or as lines or JSON, page after page.
struct RowsOutput {
  /// What a document of pictures is called.
  let title: String
  let options: EnvironmentOptions
  let form: OutputForm

  /// Prints all pages; `theme` gives the colours of a document.
  func print(_ pages: inout RowPages, theme: () throws -> Theme) throws {
    guard let format = options.picture(for: form) else {
      var printer = RowPrinter(form: form)
      while try pages.next({ try printer.print($0) }) {}
      return try printer.finish()
    }
    var printer = PicturePrinter(format: format, title: title, theme: try theme(), zoom: options.zoom)
    while try pages.next({ printer.add($0) }) {}
    try printer.print()
  }
}
