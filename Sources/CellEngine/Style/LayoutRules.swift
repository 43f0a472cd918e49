/// What the layout of every row reads of its environment and profile, as plain numbers in one place.
///
/// An environment holds strings and sets; reading one number of it must not touch their reference counts.
struct LayoutRules {
  /// The width that the view has, in layout units; ``LayoutEnvironment/unlimited`` is as wide as the content.
  let width: Int32
  let isUnlimited: Bool
  let direction: Environment.Direction
  /// The title block's share of the room that it shares with a description column.
  let split: Double
  /// Never `auto`.
  let description: Environment.DescriptionPlacement
  /// Whether a description column gives way to large text where no status stands beside it.
  let descriptionGivesWay: Bool
  /// Lines of the title and of the description; 0 is no limit, here and in the following.
  let titleLines: Int
  let descriptionLines: Int
  /// Whether a description column has as many lines as the text rows beside it instead.
  let descriptionFollowsTextRows: Bool
  /// Lines of a title that stands alone; the same as ``titleLines`` where that makes no difference.
  let aloneTitleLines: Int
  /// Whether every object's title has ``titleLines``.
  let titleIsPlain: Bool
  /// Lines of a contact's title.
  let contactTitleLines: Int
  /// Whether a single status shares the row of a title of one line, and the rest runs below it.
  let titleSharesRow: Bool
  /// Bound of the lines of title, subtitle and third row together; 0 is none.
  let textLineBound: Int
  /// Where a contact has its description; never `auto`.
  let contactDescription: Environment.DescriptionPlacement
  /// Whether cells of the kind grid are table rows.
  let drawsTableRows: Bool
  /// Whether a key stands beside its value.
  let setsKeysBeside: Bool
  /// Lines of the text rows below the title.
  let rowLines: Int
  let tagLines: Int
  /// From how many text lines on a row is aligned at the top.
  let topAlignedFrom: Int
  /// Whether a description column stands at the top with all that is beside it.
  let topAlignsColumns: Bool
  /// What a view gives statuses in place of what they take; -1 is none.
  let statusWidth: Int32
  /// What statuses have at most, where the view does not say.
  let statusShare: Int32
  /// The same as a part of the view's width.
  let statusShareOfWidth: Double
  let statusLimit: Int
  /// The same where the cell has an action.
  let statusLimitBesideAction: Int
  let stacksStatusesHorizontally: Bool
  /// Entries of the icon stack: a number and an unread mark, where it holds them, and icons.
  let iconLimit: Int
  let iconsFollowTextRows: Bool
  let stackHoldsUnread: Bool
  /// How many actions stand inline.
  let actionLimit: Int
  /// Whether there is room for one accessory only, of which an action may be one.
  let hasOneAccessory: Bool
  let drawsChevron: Bool
  let drawsDetail: Bool
  /// Whether the selection control is a circle, for many as for one.
  let controlIsCircle: Bool
  let thirdRow: Profile.ThirdRow
  let isEditing: Bool
  let selection: SelectionMode
  /// Columns that all rows have, as far as there is room for them.
  let keepsUnread: Bool
  let keepsImage: Bool
  let keptIcons: Int32
  let keptStatus: Int32
  let keptAccessory: Int32
  /// The same in the rows of a table, where they keep more.
  let tableStatus: Int32
  let tableAccessory: Int32
  let keepsDescription: Bool
  /// What the selection control takes; 0 where the rows have none.
  let control: Int32
  let keptColumns: KeptColumns
  /// What gives way first stands first, and how many of these concessions all rows make.
  let givingWay: ConcessionOrder
  let commonConcessions: Int
  /// The width from which on rows make none of them in common.
  let leastWholeWidth: Int32
  /// The slots that the profile has.
  let slots: SlotSet
  let truncation: SlotTruncations
  /// What a separator adds to the height.
  let separatorHeight: Int32
  /// Whether a tail is cut between clusters, so that the end of printable ASCII is found by counting.
  let cutsAtClusters: Bool
  let ellipsisByteCount: UInt8

  /// The rules of `environment`, whose marks were measured.
  init(
    _ environment: LayoutEnvironment, lengths: LayoutLengths, glyphs: borrowing GlyphSet,
    ellipsisByteCount: UInt8
  ) {
    let profile = environment.profile
    width = environment.width
    isUnlimited = environment.width == LayoutEnvironment.unlimited
    direction = environment.direction
    split = environment.split
    description = environment.description
    descriptionGivesWay = environment.textScale >= 1.15
    titleLines = environment.titleLines
    descriptionLines = environment.descriptionLines
    descriptionFollowsTextRows = environment.descriptionFollowsTextRows
    let followsProfile = environment.titleFollowsProfile
    aloneTitleLines = followsProfile ? profile.title.linesAlone ?? titleLines : titleLines
    contactTitleLines = followsProfile ? max(titleLines, Self.contactTitleLines) : titleLines
    titleSharesRow = followsProfile && profile.title.sharesRowWithStatus && !isUnlimited
    textLineBound = titleLines == 0 ? 0 : profile.bounds?.textLines ?? 0
    titleIsPlain = aloneTitleLines == titleLines && !titleSharesRow && textLineBound == 0
    contactDescription = environment.contactDescription
    drawsTableRows = environment.widthClass != .compact
    setsKeysBeside = environment.widthClass != .compact
    rowLines = isUnlimited ? 0 : 1
    tagLines = environment.tagLines
    topAlignedFrom = environment.topAlignedFrom
    topAlignsColumns = profile.description.alignsBaselines && topAlignedFrom != .max
    statusWidth = environment.statusWidth ?? -1
    statusShareOfWidth = profile.givingWay.statusShare
    statusShare =
      isUnlimited ? .max : Int32((Double(width) * profile.givingWay.statusShare).rounded(.down))
    statusLimit = profile.statuses.limit
    statusLimitBesideAction = profile.statuses.limitBesideAction ?? statusLimit
    stacksStatusesHorizontally =
      profile.statuses.mayBeHorizontal && environment.statusAxis == .horizontal
    iconsFollowTextRows = profile.icons.followsTextRows
    stackHoldsUnread = profile.icons.holdsUnread
    iconLimit = profile.icons.limit
    actionLimit =
      environment.widthClass == .compact ? profile.actions.compactInlineLimit : profile.actions.inlineLimit
    hasOneAccessory = profile.actions.placement == .oneAccessory
    drawsChevron = profile.actions.drawsChevron
    drawsDetail = profile.actions.drawsDetail
    controlIsCircle = profile.control == .circle
    thirdRow = profile.thirdRow
    isEditing = environment.mode == .edit
    selection = environment.selection
    let common = CommonColumns(environment, lengths: lengths, glyphs: glyphs)
    keepsUnread = common.keepsUnread
    keepsImage = common.kept.image
    keptIcons = common.icons(lengths)
    keptStatus = common.status
    keptAccessory = common.accessory
    tableStatus = common.tableStatus
    tableAccessory = common.tableAccessory
    keepsDescription = common.kept.description && description == .column && !isUnlimited
    control = common.control
    keptColumns = common.kept
    commonConcessions = common.concessions
    leastWholeWidth = common.leastWholeWidth
    givingWay = ConcessionOrder(profile.givingWay.order)
    slots = SlotSet(profile.slots)
    truncation = SlotTruncations(environment.truncation)
    separatorHeight = lengths.separator
    cutsAtClusters = environment.truncateAt == .cluster
    self.ellipsisByteCount = ellipsisByteCount
  }
}

extension LayoutRules {
  /// Lines of a contact's title, where nobody set another number.
  private static var contactTitleLines: Int { 2 }
  /// How many activities of a contact stand inline.
  static var contactActionLimit: Int { 4 }
}

/// What gives way first, and what next, in four bits each.
struct ConcessionOrder {
  private var bits: UInt64 = 0
  private(set) var count = 0

  init(_ order: [Profile.Concession]) {
    for concession in order.prefix(16) {
      bits |= UInt64(concession.rawValue) << UInt64(4 * count)
      count += 1
    }
  }

  /// The concession at a place, from 0; `nil` behind the last.
  subscript(place: Int) -> Profile.Concession? {
    guard place < count else { return nil }
    return Profile.Concession(rawValue: UInt8(truncatingIfNeeded: bits >> UInt64(4 * place)) & 0xF)
  }
}
