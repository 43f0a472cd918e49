/// The parts of a row that a gesture or a tap shows. Their elements follow those of the row.
struct RevealedParts {
  /// A rectangle in layout units.
  struct Rectangle {
    var x: Int32
    var y: Int32
    var width: Int32
    var height: Int32
  }

  let reveal: Reveal
  /// The index of the first of its elements.
  let firstElement: Int
  /// The actions of its elements, in order. The elements of a preview have none.
  var actions: [CellFields.ActionEntry] = []
  /// The height of an icon that is not on the line of its title.
  var iconHeight: Int32 = 0
  /// The rectangle next to the row. Its height is 0 for a swipe.
  var overlay = Rectangle(x: 0, y: 0, width: 0, height: 0)
}
