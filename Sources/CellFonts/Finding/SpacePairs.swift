import CHarfBuzz

/// Whether the space of a face changes other glyphs, or is changed by them, only if the two are a
/// kerned pair.
///
/// If so, words are added up to a line: to their advances and those of the spaces, the kerning of
/// the spaces is added. In Roboto, most letters are kerned with spaces.
enum SpacePairs {
  /// Tables of other ways to place glyphs.
  private static let otherTables = ["kern", "kerx", "morx", "mort", "trak", "Silf"]

  /// Whether all lookups of a face are simple enough to know that.
  ///
  /// Lookups of one glyph are not read: ``SpaceKerns`` compares each pair with its characters
  /// alone.
  static func areOnlyKerned(in face: Face) -> Bool {
    guard let table = hb_font_get_face(face.font), let space = face.glyph(of: 0x20),
      otherTables.allSatisfy({ !hasTable($0, table) }), !face.isMark(space)
    else { return false }
    return substitutionsIgnore(space, table) && positionsOnlyKern(table)
  }

  private static func hasTable(_ name: String, _ face: OpaquePointer) -> Bool {
    let blob = hb_face_reference_table(face, hb_tag_from_string(name, -1))
    defer { hb_blob_destroy(blob) }
    return hb_blob_get_length(blob) > 0
  }

  /// Whether no ligature and no context of `GSUB` has the space.
  private static func substitutionsIgnore(_ space: hb_codepoint_t, _ face: OpaquePointer) -> Bool {
    guard let lookups = LayoutLookups(face, ShapePlan.substitutions) else { return false }
    guard let glyphs = hb_set_create() else { return false }
    defer { hb_set_destroy(glyphs) }
    for (index, lookup) in lookups.all.enumerated() {
      switch lookup.kind {
      case 1...3: continue
      case 4, 8: guard lookup.skipsMarksOnly else { return false }
      case 5, 6:
        // Format 2 has classes, and the space can be in the class of all other glyphs.
        guard lookup.skipsMarksOnly, !lookup.formats.contains(2) else { return false }
      default: return false
      }
      hb_ot_layout_lookup_collect_glyphs(
        face, ShapePlan.substitutions, UInt32(index), glyphs, glyphs, glyphs, nil)
    }
    return hb_set_has(glyphs, space) == 0
  }

  /// Whether `GPOS` has no contexts, and each pair adjusts its first glyph only. Then each pair is
  /// independent of other pairs.
  private static func positionsOnlyKern(_ face: OpaquePointer) -> Bool {
    guard let lookups = LayoutLookups(face, hb_tag_from_string("GPOS", -1)) else { return false }
    return lookups.all.allSatisfy { lookup in
      switch lookup.kind {
      // One glyph, or marks and the glyphs that they are on.
      case 1, 4, 5, 6: true
      case 2: lookup.skipsMarksOnly && !lookup.adjustsSecond
      default: false
      }
    }
  }
}

/// The lookups of a table of OpenType layout, `GSUB` or `GPOS`.
private struct LayoutLookups {
  struct Lookup {
    /// The number of its type. An extension has the type of its subtables.
    var kind = 0
    /// Whether it looks at all glyphs but marks.
    var skipsMarksOnly = true
    /// The formats of its subtables.
    var formats: Set<Int> = []
    /// Whether it is an adjustment of pairs that moves the second glyph, too.
    var adjustsSecond = false
  }

  private(set) var all: [Lookup] = []

  /// Reads the lookups. Returns `nil` if they cannot be read.
  init?(_ face: OpaquePointer, _ tag: hb_tag_t) {
    let blob = hb_face_reference_table(face, tag)
    defer { hb_blob_destroy(blob) }
    var length: UInt32 = 0
    guard let data = hb_blob_get_data(blob, &length), length > 0 else { return }
    let isPositioning = tag == hb_tag_from_string("GPOS", -1)
    let table = BigEndian(bytes: UnsafeRawBufferPointer(start: data, count: Int(length)))
    guard let list = table[8], let count = table[list] else { return nil }
    for index in 0..<count {
      guard let offset = table[list + 2 + 2 * index],
        let lookup = Lookup(table, list + offset, isPositioning: isPositioning)
      else { return nil }
      all.append(lookup)
    }
  }
}

extension LayoutLookups.Lookup {
  fileprivate init?(_ table: BigEndian, _ start: Int, isPositioning: Bool) {
    guard let kind = table[start], let flags = table[start + 2], let count = table[start + 4] else {
      return nil
    }
    self.init(kind: kind, skipsMarksOnly: flags & 0b110 == 0)
    for index in 0..<count {
      guard let offset = table[start + 6 + 2 * index] else { return nil }
      var subtable = start + offset
      if kind == (isPositioning ? 9 : 7) {
        guard let type = table[subtable + 2], let high = table[subtable + 4], let low = table[subtable + 6]
        else {
          return nil
        }
        self.kind = type
        subtable += high << 16 | low
      }
      guard let format = table[subtable] else { return nil }
      formats.insert(format)
      if isPositioning, self.kind == 2 {
        guard let second = table[subtable + 6] else { return nil }
        if second != 0 { adjustsSecond = true }
      }
    }
  }
}

/// Numbers of 16 bits of a table.
private struct BigEndian {
  let bytes: UnsafeRawBufferPointer

  /// The number at an offset; `nil` outside of the table.
  subscript(offset: Int) -> Int? {
    guard offset >= 0, offset + 2 <= bytes.count else { return nil }
    return Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
  }
}
