import CellProtocol

/// An input whose first document was looked at, to find the preset that reads it.
final class PresetGuess: ByteSource {
  /// The preset that fits the first document; nil if it is a cell, or if no preset or several fit.
  private(set) var preset: Preset?
  /// All presets that fit the first document.
  private(set) var fitting: [Preset] = []
  private let source: any ByteSource
  /// The pieces that were read to find the document.
  private var read: [[UInt8]] = []
  private var isAtEnd = false

  /// Reads the first document.
  init(_ source: any ByteSource) throws {
    self.source = source
    var splitter = JSONRecords(limit: InputLimits.document)
    var document: Record?
    while document == nil, !isAtEnd {
      switch try source.read(milliseconds: -1) {
      case .bytes(let piece):
        read.append(Array(piece))
        splitter.append(piece)
      case .idle, .newFile: break
      case .end:
        isAtEnd = true
        splitter.finish()
      }
      // A broken document is reported when it is read again.
      guard let found = try? splitter.next() else { continue }
      document = found
    }
    guard let document, let parsed = try? JSONDocument(document.bytes, depth: InputLimits.depth) else {
      return
    }
    let isCell = parsed.withRoot { root in
      fitting = PresetLibrary.all.filter { $0.fits(root) }
      return root.present("title") != nil && root.present("id") != nil
    }
    preset = fitting.count == 1 && !isCell ? fitting[0] : nil
  }

  var descriptor: Int32? { source.descriptor }

  func read(milliseconds: Int32) throws -> InputPiece {
    if !read.isEmpty { return .bytes(read.removeFirst()[...]) }
    return isAtEnd ? .end : try source.read(milliseconds: milliseconds)
  }
}
