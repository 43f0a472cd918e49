import CellEngine

/// Cells in and out.
public enum CellCodec {
  /// Reads a cell: short forms are taken, null and empty texts (but the title's) are as absent, and what is not known
  /// throws invalidParams.
  ///
  /// - Parameter path: where the cell stands; errors name the place inside of it.
  public static func read(_ node: JSONNode, path: @autoclosure () -> String = "") throws(RPCError) -> Cell {
    do { return try ObjectCodec<Cell>.cell.read(node) } catch { throw error.inside(path()) }
  }

  /// Writes a cell in its long form; members that are absent or have their default are left out.
  public static func write(_ cell: Cell, to writer: inout JSONWriter) {
    ObjectCodec<Cell>.cell.write(cell, to: &writer)
  }

  /// The cell with a JSON Merge Patch (RFC 7396) applied to its long form.
  ///
  /// - Throws: invalidParams where the patch changes the id, or what comes out is no cell; its path begins at `path`.
  public static func patched(
    _ cell: Cell, with patch: JSON, path: @autoclosure () -> String = ""
  ) throws(RPCError) -> Cell {
    do throws(RPCError) {
      guard patch.members != nil else { throw RPCError.invalidParams("A patch must be an object.", path: "") }
      var writer = JSONWriter()
      write(cell, to: &writer)
      let merged = try merge(patch, into: writer.bytes)
      let result = try merged.withRoot { (root) throws(RPCError) in try read(root) }
      if result.id != cell.id {
        throw RPCError.invalidParams(
          "A patch cannot change the id of a cell; push another cell and remove this one.", path: "/id")
      }
      return result
    } catch {
      throw error.inside(path())
    }
  }

  private static func merge(_ patch: JSON, into cell: [UInt8]) throws(RPCError) -> JSONDocument {
    do {
      // What is nested as deep as a line allows may come to stand deeper here.
      let merged = try JSON(parsing: cell, depth: deepest).merging(patch)
      return try JSONDocument(merged.text.utf8, depth: deepest)
    } catch {
      throw .parseError(error)
    }
  }

  private static let deepest = Int(Int32.max)
}
