/// Lays out cells in one style, one after the other, by sums and compares over what was prepared.
///
/// A cell is *measured* first: the shares of the width, the lines of each text, and the height of
/// the row. It is *placed* only if its content is requested: for most rows of a long list only the
/// height is.
///
/// A layout keeps the resolved style and buffers that the next cell uses again, so that laying out
/// a cell allocates nothing in steady state. Use one per thread.
public struct CellLayout: ~Copyable {
  private var row: Row
  /// The texts of the cell that is measured alone.
  private var prepared: PreparedCells

  /// A layout for rows in `style`.
  ///
  /// - Parameter interruption: ends the layout of a cell early. No row is laid out then.
  public init(_ style: Style, unless interruption: Interruption = .never) {
    row = Row(style, unless: interruption)
    prepared = PreparedCells(for: Preparation(style))
  }

  /// The style of all rows.
  public var style: Style {
    @inline(__always) _read { yield row.view.measures.style }
  }

  /// Lays out the cell at `index` of `prepared` and calls `body` with the row, which is valid only
  /// during the call.
  ///
  /// - Parameters:
  ///   - prepared: cells prepared for the ``Preparation`` of the style.
  ///   - detail: how much of the row is laid out.
  ///   - reveal: the part that a gesture shows. `prepared` is then of
  ///     ``PreparedCells/init(revealing:for:)``.
  public mutating func layOut(
    _ packed: CellRecord, state: CellState, prepared: PreparedCells, at index: Int,
    detail: RowDetail = .elements, revealing reveal: Reveal? = nil, _ body: (borrowing Row) -> Void
  ) {
    packed.withBytes { record in
      prepared.withAnalysis { analysis in
        row.reveal = reveal
        row.isHeightOnly = detail == .height
        row.measure(record, state: state, analysis, at: index)
        let isLong = record.count >= Effort.piece
        if isLong, row.view.interruption.isDue { return }
        if detail != .height { row.place(notingElements: detail == .elements) }
        if isLong, row.view.interruption.isDue { return }
        body(row)
      }
    }
  }

  /// Measures a cell whose texts are not prepared, and calls `body` with the row. Only its height
  /// is valid, during the call.
  ///
  /// Texts that do not decide the height are not prepared.
  public mutating func measure(
    _ packed: borrowing CellRecord, state: CellState, _ body: (borrowing Row) -> Void
  ) {
    prepared.prepareHeight(of: packed)
    packed.withBytes { record in
      prepared.withAnalysis { analysis in
        row.reveal = nil
        row.isHeightOnly = true
        row.measure(record, state: state, analysis, at: 0)
        body(row)
      }
    }
  }

  /// Lays out a page of a cell's object header as a row and calls `body` with the row, which is
  /// valid only during the call.
  ///
  /// - Parameters:
  ///   - prepared: the cell alone, prepared for its header.
  ///   - page: the index of the page, from 0; an index past the end means the last page.
  ///   - body: receives the index of the page that is shown, and the number of pages.
  public mutating func layOutHeader(
    _ packed: CellRecord, state: CellState, prepared: PreparedCells, page: Int,
    _ body: (borrowing Row, _ page: Int, _ pages: Int) -> Void
  ) {
    packed.withBytes { record in
      prepared.withAnalysis { analysis in
        let header = row.layOutHeader(record, state: state, analysis, page: page)
        if record.count >= Effort.piece, row.view.interruption.isDue { return }
        body(row, header.page, header.pageCount)
      }
    }
  }
}
