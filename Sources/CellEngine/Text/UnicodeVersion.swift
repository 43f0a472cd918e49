/// The version of Unicode by which text is cut, broken and measured.
public let unicodeVersion = UnicodeTables.version
