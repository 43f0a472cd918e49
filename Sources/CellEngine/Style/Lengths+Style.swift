extension Lengths {
  /// The lengths of the rows of a view.
  init(_ style: Style) {
    self.init()
    if !style.isUnlimited {
      statusShare = Int32((Double(style.width) * style.profile.givingWay.statusShare).rounded(.down))
    }
    switch style.unit {
    case .point: setPoints(style)
    case .column: setColumns(style)
    }
  }

  private mutating func setColumns(_ style: Style) {
    margin = style.margins ? 2 : 0
    let least = style.profile.givingWay
    leastMain = Self.columns(least.leastMain)
    leastDescription = Self.columns(least.leastDescription)
    leastStatus = Self.columns(least.leastStatus)
    let ornaments = style.profile.ornaments
    actionTitleLimit = max(
      Self.columns(ornaments.actionTitle), Self.part(ornaments.actionTitleShare, of: style.width))
    numberLimit = Self.columns(ornaments.number)
    separator = style.separator == .none ? 0 : 1
    messageText = Self.columns(style.profile.listParts.emptyState.text)
    guard style.isUnlimited else { return }
    gap = 2
    descriptionGap = 2
    leadingActionGap = 2
    headerGap = 2
    actionTitleLimit = .max
    numberLimit = .max
    iconColumnLimit = .max
    statusIconLimit = .max
  }

  /// The whole columns of a length in dp.
  private static func columns(_ dp: Double) -> Int32 {
    Int32(max(0, min(dp / LengthUnit.column.dpAcross, Style.widest)))
  }
}
