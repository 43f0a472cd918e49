import CellEngine
import CellProtocol
import CellWire

/// A list in parts: `[{"revision", "cells": [cell]}]`. Neighbours that changed last in one revision
/// are together.
struct SnapshotParts: IteratorProtocol, Sendable {
  /// The number of cells and of bytes at which the next part begins.
  static let (count, size) = (1_000, 1 << 20)

  private let list: CellList
  private var position = 0

  init(of list: CellList) {
    self.list = list
  }

  mutating func next() -> [UInt8]? {
    guard position < list.count else { return nil }
    // JSON is a little longer than a packed cell, and most cells of a list have about one length.
    let expected = list.summary.bytes / list.count * min(list.count - position, Self.count)
    var json = JSONWriter(capacity: min(expected + expected / 4, Self.size) + 1_024)
    var revision: UInt64?
    json.beginArray()
    _ = list.allChunks(in: position..<min(list.count, position + Self.count)) { chunk, start, offsets in
      for offset in offsets {
        let entry = chunk.entry(offset)
        if entry.revision != revision {
          if revision != nil {
            json.endArray()
            json.endObject()
          }
          json.beginObject()
          json.name("revision")
          json.integer(entry.revision)
          json.name("cells")
          json.beginArray()
          revision = entry.revision
        }
        CellCodec.write(entry.packed, entry.state, to: &json)
        position = start + offset + 1
        if json.bytes.count > Self.size { return false }
      }
      return true
    }
    json.endArray()
    json.endObject()
    json.endArray()
    return json.bytes
  }
}
