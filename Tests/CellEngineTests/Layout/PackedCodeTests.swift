import Testing

@testable import CellEngine

/// The bytes that packed cells store for enumerations.
@Suite struct PackedCodeTests {
  @Test func everyCaseHasAByteOfItsOwn() {
    check(Status.State.self)
    check(Accessory.self)
    check(Action.Kind.self)
    check(Cell.Kind.self)
    check(Image.Shape.self)
    check(Slot.self)
    check(TruncationMode.self)
  }

  @Test func tagsAreFoundByTheirBytes() {
    for raw in FieldTag.id.rawValue...FieldTag.display.rawValue {
      #expect(FieldTag(code: raw) == FieldTag(rawValue: raw))
    }
  }

  private func check<Code: PackedCode>(_ type: Code.Type) {
    #expect(Int(type.lastCode) + 1 == type.allCases.count)
    for (place, one) in type.allCases.enumerated() {
      #expect(Int(one.code) == place)
      #expect(Code(code: one.code) == one)
    }
    #expect(Code(code: .max) == Code(code: type.lastCode))
  }
}
