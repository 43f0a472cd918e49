import CellEngine
import CellWire
import Testing

@testable import celld

@Suite struct PatchEditTests {
  private static let count = 1_000

  private static let list: CellList = {
    var list = CellList()
    list.insert(
      (0..<count).map { PushedCell(Cell(id: "c\($0)", title: "Pump \($0)")).entry(revision: 1) }, at: 0)
    return list
  }()

  private func edit(_ patches: [(Int, JSON)]) -> PatchEdit {
    PatchEdit(
      patches: patches.map { PatchEdit.Patch(id: "c\($0)", patch: $1) }, byteCount: 0, selection: .multiple)
  }

  private func cells(_ list: CellList) -> [Cell] {
    (0..<list.count).map { list[list.place(at: $0)] }.map { Cell($0.packed, state: $0.state) }
  }

  /// Many patches are made on all cores, a single one is not.
  @Test(arguments: [1, 127, 128, 129, 700]) func manyPatchesMakeTheListOfSingleOnes(count: Int) throws {
    let patches = (0..<count).map { number -> (Int, JSON) in
      // Every third one changes nothing.
      let title = number % 3 == 0 ? "Pump \(number * 7 % Self.count)" : "New \(number)"
      return (number * 7 % Self.count, ["title": .string(title), "unread": JSON.bool(number % 3 == 1)])
    }
    var (together, single) = (Self.list, Self.list)
    let result = try edit(patches).apply(to: &together, revision: 2)
    var updated = 0
    for patch in patches {
      updated += try edit([patch]).apply(to: &single, revision: 2).isChange ? 1 : 0
    }
    #expect(cells(together) == cells(single))
    #expect(result.counts.map(\.value) == [updated] && updated == count - (count + 2) / 3)
  }

  @Test func theFirstOfTheWrongPatchesIsNamed() throws {
    var patches = (0..<700).map { ($0, ["title": "New"] as JSON) }
    for number in [650, 300, 699] { patches[number].1 = ["title": 7] }
    var list = Self.list
    let error = #expect(throws: RPCError.self) { try edit(patches).apply(to: &list, revision: 2) }
    #expect(error?.path == "/patches/300/patch/title")
  }
}
