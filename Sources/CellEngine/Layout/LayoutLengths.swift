/// The distances of a layout in its own units, from the profile's numbers and the environment's unit.
///
/// A terminal has distances of its own (the Fiori guideline is drawn in points), so one layout code serves both.
struct LayoutLengths {
  var margin: Int32
  /// Between neighbouring slots.
  var gap: Int32
  /// How many dp one layout unit stands for.
  var dp: Double
  /// Between the image and what follows it.
  var imageGap: Int32
  /// Between the description column and its neighbours.
  var descriptionGap: Int32
  var image: Int32
  var iconColumnLimit: Int32
  /// What a number on top of the icons is cut to.
  var numberLimit: Int32
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
  /// Narrower views have the pages of a compact object header.
  var leastWideHeader: Int32
  /// Between the blocks of a wide object header, at least.
  var headerGap: Int32
  /// What the left block of a wide header has at least, and at most, beside something in the middle.
  var headerLeastLeft: Int32
  var headerLeft: Int32
  /// What the middle and the statuses of a wide header have at most.
  var headerMiddle: Int32
  var headerStatus: Int32
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
    dp = environment.unit.dpAcross
    imageGap = 2
    descriptionGap = 2
    image = 2
    iconColumnLimit = 2
    numberLimit = Int32(KeptColumns.numberLimit)
    avatar = 2
    actionGap = 1
    tagGap = 1
    actionTitleLimit = unlimited ? .max : 16
    leastMain = 8
    leastStatus = 4
    leastWideHeader = 60
    headerGap = unlimited ? 2 : 6
    headerLeastLeft = 15
    headerLeft = 92
    headerMiddle = 39
    headerStatus = 15
    statusDivisor = 4
    asciiAdvance = 1
    line = 1
  }
}
