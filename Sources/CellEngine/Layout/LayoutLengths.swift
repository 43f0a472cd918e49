/// The distances of a layout in its own units, from the profile's numbers and the environment's unit.
///
/// A terminal has distances of its own (the Fiori guideline is drawn in points), so one layout code serves both.
struct LayoutLengths {
  var margin: Int32
  /// Between neighbouring slots.
  var gap: Int32
  /// Between the image and what follows it.
  var imageGap: Int32
  /// Between the description column and its neighbours.
  var descriptionGap: Int32
  var image: Int32
  var iconColumnLimit: Int32
  var avatar: Int32
  /// Between parts of one slot: actions, avatars.
  var actionGap: Int32
  var tagGap: Int32
  /// What an action's title is cut to.
  var actionTitleLimit: Int32
  /// What the main content, and a description column, get at least before slots give way.
  var leastMain: Int32
  /// What a status is cut to before it gives way.
  var leastStatus: Int32
  /// The share of the view that statuses have at most, as a divisor.
  var statusDivisor: Int32
  /// The advance of every printable ASCII character.
  var asciiAdvance: Int32
  /// The height of one line of text.
  var line: Int32

  init(_ environment: LayoutEnvironment) {
    let unlimited = environment.width == LayoutEnvironment.unlimited
    margin = environment.margins ? 2 : 0
    gap = unlimited ? 2 : 1
    imageGap = 2
    descriptionGap = 2
    image = 2
    iconColumnLimit = 2
    avatar = 2
    actionGap = 1
    tagGap = 1
    actionTitleLimit = unlimited ? .max : 16
    leastMain = 8
    leastStatus = 4
    statusDivisor = 4
    asciiAdvance = 1
    line = 1
  }
}
