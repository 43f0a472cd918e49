import CellWire

/// Checks presets with the samples of what they read: files NAME.input next to NAME.jq.
struct PresetCheck {
  private(set) var findings: [(preset: String, sentence: String)] = []

  /// Checks all presets with all samples.
  init() {
    for name in PresetLibrary.names {
      do {
        guard let preset = try PresetLibrary.find(name) else { continue }
        try check(preset)
      } catch {
        add(name, (error as? Failure)?.message ?? "\(error)")
      }
    }
  }

  private mutating func add(_ preset: String, _ sentence: String) {
    findings.append((preset, sentence))
  }

  private mutating func check(_ preset: Preset) throws {
    guard let sample = PresetLibrary.sample(of: preset.name) else {
      return add(
        preset.name, "there is no sample; write the output of its program to \(preset.name).input next to it")
    }
    let fitting = try Self.presets(fitting: InputSource(path: sample).readAll())
    if !preset.conditions.isEmpty, !fitting.contains(preset.name) {
      add(preset.name, "its fits does not hold for its own sample")
    }
    for other in fitting where other != preset.name {
      add(
        other,
        "its fits holds for the sample of \(preset.name), too; name a field that only its program writes")
    }
    var pipeline = RecordPipeline()
    pipeline.use(preset)
    let reader = try pipeline.reader(of: InputSource(path: sample), limit: Limits.standard.line)
    guard try reader.nextCell() != nil else { return add(preset.name, "it makes no cells of its sample") }
    while try reader.nextCell() != nil {}
  }

  /// Returns the names of the presets that fit the first document of a sample.
  private static func presets(fitting sample: [UInt8]) throws -> [String] {
    var splitter = JSONRecords(limit: InputLimits.document)
    splitter.append(sample[...])
    splitter.finish()
    guard let record = try? splitter.next(),
      let document = try? JSONDocument(record.bytes, depth: InputLimits.depth)
    else { return [] }
    return document.withRoot { root in PresetLibrary.all.filter { $0.fits(root) }.map(\.name) }
  }
}
