/// Lays out cells in one environment, one after the other, by sums and compares over what was prepared.
///
/// A cell is *measured* first (how the width is shared, which lines each text takes, how high the row is) and *placed*
/// only when its row is written: most rows of a long list are only asked how high they are.
///
/// A value of this type holds what is made once per view (measured marks, the ellipsis) and room to work in, so
/// that laying out a cell allocates nothing in steady state. Use one per thread.
public struct CellLayout: ~Copyable {
  /// Everything that the layout holds, in one place in memory: a value of this size would be moved to and fro at every
  /// call of a function that only reads it.
  let workspace: UnsafeMutablePointer<LayoutWorkspace>

  /// A layout for rows in `environment`.
  public init(_ environment: LayoutEnvironment) {
    workspace = .allocate(capacity: 1)
    workspace.initialize(to: LayoutWorkspace(environment))
  }

  deinit {
    workspace.deinitialize(count: 1)
    workspace.deallocate()
  }

  /// The environment of all rows.
  public var environment: LayoutEnvironment {
    @inline(__always) _read { yield workspace.pointee.environment }
  }
  var rules: LayoutRules { @inline(__always) _read { yield workspace.pointee.rules } }
  var lengths: LayoutLengths { @inline(__always) _read { yield workspace.pointee.lengths } }
  var glyphs: GlyphSet { @inline(__always) _read { yield workspace.pointee.glyphs } }
  var ellipsis: PreparedEllipsis { @inline(__always) _read { yield workspace.pointee.ellipsis } }

  /// The cell being laid out.
  var cell: CellFields { @inline(__always) _read { yield workspace.pointee.cell } }

  /// The row that it gets.
  var row: RowLayout {
    @inline(__always) _read { yield workspace.pointee.row }
    @inline(__always) nonmutating _modify { yield &workspace.pointee.row }
  }

  /// How the row's width is shared.
  var plan: ColumnPlan {
    @inline(__always) _read { yield workspace.pointee.plan }
    @inline(__always) nonmutating _modify { yield &workspace.pointee.plan }
  }

  /// What was found out of the row before anything was placed.
  var measured: MeasuredRow {
    @inline(__always) _read { yield workspace.pointee.measured }
    @inline(__always) nonmutating _modify { yield &workspace.pointee.measured }
  }

  /// What is being written of the row.
  var written: Scratch<UInt8> {
    @inline(__always) _read { yield workspace.pointee.written }
    @inline(__always) nonmutating _modify { yield &workspace.pointee.written }
  }

  var isUnlimited: Bool { @inline(__always) get { rules.isUnlimited } }

  /// Lays out the cell at `index` of `cells` and calls `body` with the row, which is valid inside of it only.
  ///
  /// - Parameters:
  ///   - prepared: `cells`, prepared for the environment's ``Preparation``.
  public mutating func layOut(
    _ packed: PackedCell, state: CellState, prepared: PreparedCells, at index: Int,
    _ body: (inout CellLayout) -> Void
  ) {
    packed.bytes.withUnsafeBufferPointer { record in
      prepared.withAnalysis { analysis in
        measure(record, state: state, analysis, at: index)
        body(&self)
      }
    }
  }

  /// The height of the row, in layout units, separator included.
  public var height: Int32 { row.height }

  /// Whether the row's cell is selected.
  public var isSelected: Bool { workspace.pointee.isSelected }

  /// Whether the row's cell is unread.
  public var isUnread: Bool { workspace.pointee.isUnread }

  /// Whether the profile has `slot`.
  @inline(__always)
  func has(_ slot: Slot) -> Bool { rules.slots.contains(slot) }
}
