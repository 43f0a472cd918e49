import CellClient
import Glibc

/// The presets of the user and of the package.
enum PresetLibrary {
  /// The folders with presets, the user's first.
  static var folders: [String] {
    var folders: [String] = []
    if let configuration = environmentVariable("XDG_CONFIG_HOME") {
      folders.append("\(configuration)/celld/presets")
    } else if let home = environmentVariable("HOME") {
      folders.append("\(home)/.config/celld/presets")
    }
    if let directory = Executable.ownDirectory {
      folders.append("\(directory)/../share/celld/presets")
      // A program that was not installed is in .build/PLATFORM/CONFIGURATION.
      folders.append("\(directory)/../../../Sources/cellctl/Presets")
    }
    return folders
  }

  /// The names of all presets, in order.
  static var names: [String] {
    let files = folders.flatMap(Directory.names(in:)).filter { $0.hasSuffix(".jq") }
    return Set(files.map { String($0.dropLast(3)).exact }).map(\.text).sorted()
  }

  /// Returns the preset of a name or an alias. One of the user replaces one of the package.
  /// - Throws: `Failure` with status `notFound`, or with `failed` if others can write it.
  static func preset(_ name: String) throws -> Preset {
    guard let preset = try find(name) else {
      throw Failure(
        .notFound, "there is no preset \"\(name)\"",
        hint: Executable.findInPath(name) == nil
          ? Suggestion.sentence(for: name, among: names, otherwise: "'cellctl presets' lists them")
          : "to run the program, write: -- \(name)")
    }
    return preset
  }

  /// Returns the preset of a name, or nil.
  static func find(_ name: String) throws -> Preset? {
    guard !name.isEmpty, !name.contains("/"), !name.hasPrefix(".") else { return nil }
    for folder in folders {
      let path = "\(folder)/\(name).jq"
      guard access(path, F_OK) == 0 else { continue }
      try requireTrusted(folder)
      try requireTrusted(path)
      let bytes = try InputSource(path: path).readAll()
      return try Preset(name: name, path: path, text: String(decoding: bytes, as: UTF8.self))
    }
    let others = names.contains(name) ? [] : all.compactMap { $0.called(name) }
    return others.first(where: \.isInstalled) ?? others.first
  }

  /// Returns the file with a sample of what a preset reads, or nil.
  static func sample(of name: String) -> String? {
    var folders = folders
    if let directory = Executable.ownDirectory {
      folders.append("\(directory)/../../../Tests/Fixtures/presets")
    }
    return folders.map { "\($0)/\(name).input" }.first { access($0, R_OK) == 0 }
  }

  /// All presets that can be read, in the order of their names.
  static var all: [Preset] { names.compactMap { try? find($0) } }

  /// Refuses a file or folder of another user, or that another user can write. Who owns or can
  /// write the program itself is trusted, too.
  private static func requireTrusted(_ path: String) throws {
    var status = stat()
    var program = stat()
    guard stat(path, &status) == 0, stat("/proc/self/exe", &program) == 0 else { return }
    let isOwn = [getuid(), 0, program.st_uid].contains(status.st_uid)
    // The group of a user that has its number has no other members.
    let isOwnGroup = status.st_gid == getgid() && getgid() == getuid()
    let isGroupOfProgram = status.st_gid == program.st_gid && program.st_mode & S_IWGRP != 0
    let isWritableByGroup = status.st_mode & S_IWGRP != 0 && !isOwnGroup && !isGroupOfProgram
    guard isOwn, !isWritableByGroup, status.st_mode & S_IWOTH == 0 else {
      throw Failure(
        .failed, "other users can change \(path), so its program is not run",
        hint: isOwn ? "chmod go-w '\(path)'" : "copy it into your own folder: \(folders.first ?? "")")
    }
  }
}
