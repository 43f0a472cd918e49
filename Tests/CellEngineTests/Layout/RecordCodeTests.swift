import Testing

@testable import CellEngine

/// The bytes that packed cells keep for choices.
@Suite struct RecordCodeTests {
  @Test func everyCaseHasAByteOfItsOwn() {
    check(Status.State.self)
    check(Accessory.self)
    check(Action.Kind.self)
    check(Action.Role.self)
    check(Action.Presentation.self)
    check(Cell.Kind.self)
    check(Image.Shape.self)
    check(Slot.self)
    check(TruncationMode.self)
  }

  private func check<Code: RecordCode>(_ type: Code.Type) {
    for (index, one) in type.allCases.enumerated() {
      #expect(Int(one.code) == index)
      #expect(Code(code: one.code) == one)
    }
    #expect(Code(code: UInt8(type.allCases.count)) == nil)
    #expect(Code(code: .max) == nil)
  }
}
